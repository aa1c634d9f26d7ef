// The part of the WebAssembly interface that src/text uses. TypeScript declares it only in the browser's library.
// https://webassembly.github.io/spec/js-api/
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  /** The caller states the types of a module's exports; nothing checks them. */
  class Instance<Exports> {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>);
    readonly exports: Exports;
  }
  class Memory {
    /** Sizes are in pages of 64 KiB. */
    constructor(size: { readonly initial: number; readonly maximum?: number });
    /** A new buffer after the memory has grown; views of the old one are then empty. */
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
}

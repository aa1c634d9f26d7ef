// The part of the WebAssembly interface that src/text uses: TypeScript declares it with the browser's library only.
// https://webassembly.github.io/spec/js-api/
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  /** What a module exports is known to who wrote it: nothing checks it. */
  class Instance<Exports> {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>);
    readonly exports: Exports;
  }
  class Memory {
    /** Sizes are in pages of 64 KiB. */
    constructor(size: { readonly initial: number; readonly maximum?: number });
    /** Another one after the memory has grown; views of the former are then empty. */
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
}

// Names for those lower-case ASCII letters that the rules of contractions and stemming use.

export const A: u8 = 0x61;
export const B: u8 = 0x62;
export const D: u8 = 0x64;
export const E: u8 = 0x65;
export const G: u8 = 0x67;
export const I: u8 = 0x69;
export const L: u8 = 0x6c;
export const M: u8 = 0x6d;
export const N: u8 = 0x6e;
export const O: u8 = 0x6f;
export const R: u8 = 0x72;
export const S: u8 = 0x73;
export const T: u8 = 0x74;
export const U: u8 = 0x75;
export const V: u8 = 0x76;
export const W: u8 = 0x77;
export const X: u8 = 0x78;
export const Y: u8 = 0x79;
export const Z: u8 = 0x7a;

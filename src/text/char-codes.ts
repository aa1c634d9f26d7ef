// UTF-16 codes of the characters that scanners look for, by name.

export const TAB = 9;
export const NEWLINE = 10;
export const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const EXCLAMATION_MARK = 33;
export const QUOTE = 34;
export const HASH = 35;
export const APOSTROPHE = 39;
export const OPEN_PARENTHESIS = 40;
export const CLOSE_PARENTHESIS = 41;
export const PLUS = 43;
export const COMMA = 44;
export const MINUS = 45;
export const FULL_STOP = 46;
export const SLASH = 47;
export const ZERO = 48;
export const NINE = 57;
export const COLON = 58;
export const SEMICOLON = 59;
export const LESS_THAN = 60;
export const QUESTION_MARK = 63;
export const UPPER_A = 65;
export const UPPER_Z = 90;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const UNDERSCORE = 95;
export const LOWER_A = 97;
export const LOWER_N = 110;
export const LOWER_Z = 122;
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;
export const NO_BREAK_SPACE = 160;

/** Below are the characters of ASCII. */
export const ASCII_END = 128;

/** The bit that is set in a lower-case letter of basic Latin and not in its capital. */
export const TO_LOWER = 32;

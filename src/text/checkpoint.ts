// Where long work looks whether it is still wanted: between records, steps or stretches of a long text.

/** Throws when nobody waits for the work any more. */
export type Checkpoint = () => void;

/** For what is worked on to its end. */
export const unchecked: Checkpoint = () => {};

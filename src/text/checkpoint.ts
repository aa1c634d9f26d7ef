// Called during long work, between records, steps or stretches of a long text, so that a cancelled call can stop.

/** Throws if the work was cancelled. */
export type Checkpoint = () => void;

/** For work that cannot be cancelled. */
export const unchecked: Checkpoint = () => {};

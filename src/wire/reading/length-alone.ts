// A list that is too long to be worked on: whoever refuses it looks at nothing but its length, so that its items are
// let go once each has been judged.

/** As long as the list that was sent, of one and the same item. */
export function lengthAlone<Item>(length: number, item: Item): Item[] {
  return new Array<Item>(length).fill(item);
}

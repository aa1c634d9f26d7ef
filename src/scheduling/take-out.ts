// Takes one out of a list that calls, or connections, join and leave all the time. Such lists are arrays here, not
// sets or maps: in V8 the table of a Set that has been outgrown or emptied still points to those it held and to the
// one after it. Once such a table has come into the old generation, all later ones, and every call that stood in
// one, live until the next full collection. Of a service under load that was every second call.

/** @returns false when it was not in the list */
export function takeOut<Member>(list: Member[], member: Member): boolean {
  const at = list.indexOf(member);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}

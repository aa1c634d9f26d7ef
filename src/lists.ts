// Lists of calls and connections, which come and go thousands of times a second. They are arrays and not Sets or Maps,
// because V8 keeps an outgrown hash table alive until the next full collection, with everything that was in it. Under
// load that was every second call.

/**
 * Removes one member from a list.
 * @returns false if it was not in the list
 */
export function takeOut<Member>(list: Member[], member: Member): boolean {
  const at = list.indexOf(member);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}

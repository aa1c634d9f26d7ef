// Removes one member from a list. Such lists are arrays and not Sets or Maps: V8 keeps an outgrown hash table alive
// until the next full collection, and with it every call that was in it. Under load that was every second call.

/** @returns false if it was not in the list */
export function takeOut<Member>(list: Member[], member: Member): boolean {
  const at = list.indexOf(member);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}

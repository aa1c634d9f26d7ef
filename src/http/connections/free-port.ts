// Whether nobody listens on a port yet. One that is shared out is refused to nobody who shares it: a second service
// would take half of the calls. So it is asked for alone first, by a socket that does not listen: one that did would
// take connections with it as it closes. Node.js binds such a socket only to connect from it, and looks after that
// whether the address is one it may reach.
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { BlockList, connect } from "node:net";
import { isErrorCode } from "../../config/error-code.ts";

/** @throws the operating system's error when somebody has it */
export async function mustBeFree(host: string, port: number): Promise<void> {
  const { address } = await lookup(host);
  const nowhere = new BlockList();
  nowhere.addSubnet("0.0.0.0", 0, "ipv4");
  nowhere.addSubnet("::", 0, "ipv6");
  const alone = connect({ host: address, port, localAddress: address, localPort: port, blockList: nowhere });
  const [error]: unknown[] = await once(alone, "error");
  // What else there may be to say of the address, who listens at it says.
  if (isErrorCode(error, "EADDRINUSE")) throw error;
}

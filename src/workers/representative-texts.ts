// Short texts of every content type, some of them in several languages or forms. Their content does not matter as long
// as they take the usual paths through the engine.

const code = `import { open, type Queue } from "./queue.ts";

/** Takes the next order, or waits for one. @throws when the queue is closed */
async function nextOrder(queue: Queue, retries = 3): Promise<Order | null> {
  for (let attempt = 0; attempt < retries; attempt++) {
    const order = queue.waiting.shift();
    if (order === undefined) await queue.changed({ timeoutMs: 250 * attempt });
    else if (order.state === "failed") throw new OrderError(\`order \${order.id} failed\`);
    else return { ...order, takenAt: Date.now() };
  }
  return null;
}

class OrderError extends Error {
  readonly code = 1204;
}
`;

const python = `import json
from dataclasses import dataclass

@dataclass
class Shipment:
    """One shipment of a warehouse."""
    order_id: str
    weight_kg: float = 0.0

    def cost(self, rate: float) -> float:
        # Heavier ones are charged twice.
        if self.weight_kg > 30.5:
            return 2 * rate * self.weight_kg
        return rate * self.weight_kg

def load(path):
    with open(path) as file:
        return [Shipment(**row) for row in json.load(file)]
`;

const trace = `Traceback (most recent call last):
  File "/srv/app/worker.py", line 212, in run
    result = self.client.charge(order, timeout=30)
  File "/srv/app/client.py", line 88, in charge
    raise ProviderTimeout(order.id)
app.errors.ProviderTimeout: order 4711 timed out after 30.0 s
`;

const diff = `diff --git a/src/pool.ts b/src/pool.ts
index 83db48f..bf2a3c1 100644
--- a/src/pool.ts
+++ b/src/pool.ts
@@ -14,7 +14,7 @@ export function createPool(options: PoolOptions) {
-  const size = options.size ?? 10;
+  const size = options.size ?? 2;
   return new Pool(size);
`;

const conversation = `User: Why did the charge of order 4711 fail?
Assistant: The provider timed out after 30 s. I looked at the logs of 3 March, 14:06.
User: Is it only eu-west-2? And what about the refunds?
Assistant: Yes, only eu-west-2. Refunds go through another queue, so they were not affected.
`;

const mail = `From: Ines Falk <ines@example.org>
Date: Tue, 3 Mar 2026 16:02:11 +0100
Subject: Re: Timeouts

We rolled the change back at 15:40. Could you check "pending" orders tonight?

> On Tue, Mar 3, 2026, Jo Berg wrote:
> The pool was made smaller in release 87, wasn't it?
`;

const markdown = `# Handbook

1. Open the valve slowly; never by more than 15° a minute.
2. Close the gate before 18:00.

## Exceptions

- **Frost**: see [the winter rules](#winter). Pumps run at 40 %.
- *Strong wind* (above 17.5 m/s): \`crane --park\`, then call the harbour master.

| crane | lifts | built |
|---|---|---|
| north | 60 t | 1998 |
| south | 25 t | 2011 |

\`\`\`sh
crane --park --all
\`\`\`
`;

const nested = JSON.stringify({
  total: 3,
  results: [0, 1, 2].map((at) => ({
    id: `f3a9c${at}7e41`,
    owner: { name: "Ines Falk", email: "ines@example.org", seat: null },
    items: [
      { sku: `A-${at}81`, count: 4 + at, price: 12.5 },
      { sku: "B-77", count: 1, note: "Fragile: the glass panel was replaced in May." },
    ],
    active: at !== 1,
    comment: "Delivered late because the bridge was closed; the customer asked for a refund of the fee.",
  })),
});

const yaml = `service:
  name: payments
  replicas: 3
  env:
    - name: POOL_SIZE
      value: "2"
    - name: REGION
      value: eu-west-2
`;

const table = `name,region,opened,share
north,eu-west-1,2011-04-02,0.31
south,eu-west-2,1998-11-17,0.12
east,us-east-1,2020-01-05,0.57
`;

const html = `<article><h2>Winter rules</h2>
<p>Ice breakers leave at <b>06:30</b>. Masters report their draught &amp; cargo.</p>
<ul><li>Class 1A: no escort</li><li>Class II: escort from 1 January</li></ul></article>`;

const chinese = "第4批货物已经到达港口，工作人员清点了37件物品。付款服务在下午两点出现超时，原因是连接池太小。";

const japanese = "三月三日の午後、支払いサービスが停止しました。原因は接続プールの設定変更です。復旧は午後四時でした。";

const german = `Der Kran am Nordkai hebt sechzig Tonnen. Während des Frosts läuft die Pumpe nur mit 40 %,
außer an Feiertagen.`;

const prose = `The observatory stands on the ridge above the village. Dr. A. Falk runs it, with two assistants. Visitors
are welcome from April to October, e.g. on Sundays. "Is the road open?" is what most callers ask; it is, except in snow!
A day visit costs 24.50 euros (12 for students). Buses stop at the lower car park. See section 4.2 for the rules…
`;

const events = `2026-05-02T08:14:11Z INFO [gate.reader] badge accepted door=12 request_id=9f3c took=41ms
2026-05-02T08:14:13Z WARN [gate.reader] badge unknown door=7 request_id=a011 took=733ms
2026-05-02T08:14:19Z ERROR [lift.motor] stopped between floors floor=3 load=640kg
    at Motor.check (lift.js:88:13)
May  2 08:14:20 host7 kernel: [ 1204.55] usb 1-1: reset
`;

const jsonEvents = Array.from({ length: 12 }, (_, at) => {
  const msg = at === 7 ? "pump 2 stopped" : `badge accepted at door ${at}`;
  return JSON.stringify({ level: 30, time: 1_777_709_651_000 + 41 * at, host: "gate-1", msg });
}).join("\n");

const exportedEvents = [
  "time\tseverity\tmessage",
  ...Array.from(
    { length: 12 },
    (_, at) => `${1_777_709_651 + at}\tINFO\t${at === 7 ? "pump 2 stopped" : `door ${at} opened`}`,
  ),
].join("\n");

const jsonChat = JSON.stringify({
  messages: Array.from({ length: 12 }, (_, at) => ({
    sender: at % 2 === 0 ? "ann" : "raj",
    text: `Crate ${at} is ready.`,
  })),
});

const tabs = "name\tregion\tamount\nCrane north\teu-1\t12.50\nCrane south\teu-2\t7.25\n";

const list = `Found 3 files:
* lib/pool.js:14: const size = options.size ?? 10;
* lib/queue.js:88: throw new OrderError("failed");
- [x] done 🙂
- [ ] open
`;

const tests = `============================= test session starts ==============================
collected 3 items

tests/test_pool.py::test_size FAILED                                     [ 33%]
tests/test_queue.py::test_next PASSED                                    [ 66%]
tests/test_queue.py::test_wait PASSED                                    [100%]

=================================== FAILURES ===================================
__________________________________ test_size ___________________________________

    def test_size():
>       assert Pool().size == 10
E       assert 2 == 10

tests/test_pool.py:31: AssertionError
=========================== short test summary info ============================
FAILED tests/test_pool.py::test_size - assert 2 == 10
========================= 1 failed, 2 passed in 1.20s ==========================
`;

const dump = `CREATE TABLE orders (id integer PRIMARY KEY, customer text NOT NULL, total numeric(10,2));
INSERT INTO orders VALUES (4711,'Falk',24.50),(4712,'Berg',12.00),(4713,'O''Neil',99.95);
INSERT INTO orders VALUES (4714,'Sato',7.25);
`;

const found = `src/pool.ts:14:  const size = options.size ?? 10;
src/pool.ts:15:  return new Pool(size);
src/queue.ts:88:    throw new OrderError("failed");
src/queue.ts:91:  return queue.waiting.shift();
src/worker.ts:212:    const result = await client.charge(order);
`;

const entries = `Package: crane-control
Version: 2.4.1
Section: admin
Depends: libpool2 (>= 1.8), queue
Description: controls the cranes of a harbour

Package: libpool2
Version: 1.8.0
Section: libs
Depends: libc6
Description: keeps a pool of connections

Package: queue
Version: 0.9.12
Section: net
Depends: libpool2
Description: passes orders on, one at a time
`;

const documents = `==> rules/winter.md <==
Ice breakers leave at 06:30. Masters report their draught and their cargo before that, or they wait for the next convoy.
Ships of class 1A need no escort. From 1 January, all others do.

==> rules/summer.md <==
The lock is open from 05:00 to 22:00. Yachts pass together with the ferries and need not report before they arrive.
Swimming is allowed east of the pier.

==> rules/fees.md <==
A passage costs 24.50 euros. The fee of a passage that was cancelled in time is paid back within four weeks.
Students pay half of it on Sundays.
`;

export const representativeTexts: readonly string[] = [
  code,
  python,
  trace,
  diff,
  conversation,
  mail,
  markdown,
  nested,
  yaml,
  table,
  html,
  chinese,
  japanese,
  german,
  prose,
  events,
  jsonEvents,
  exportedEvents,
  jsonChat,
  tabs,
  list,
  tests,
  dump,
  found,
  entries,
  documents,
];

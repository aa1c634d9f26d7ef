// The patterns by which a request is found in a prompt that also tells a model how to work (request-part.ts): labels,
// headings and elements of prompt templates; how they introduce the model; and how they say in which manner to answer.

const USER = "(?:User(?:'s)? )?";
const REQUESTS = "Question|Query|Request|Message";

/** The whole name of a request, without its colon. */
export const REQUEST_NAME = new RegExp(`^${USER}(?:${REQUESTS}|Task|Instructions?)$`, "i");

/** Finds these names as labels at the start of a line, with text after them. */
function labelled(names: string): RegExp {
  return new RegExp(`^[ \\t]{0,4}(?:#{1,4} |\\*\\*)?(?:${names})(?:\\*\\*)? ?[:：](?=[\\s*]{0,80}[^\\s*])`, "gim");
}

/** The label of what an agent does now, in a last paragraph below its whole task: `Next step: `, `Sub-question: `. */
export const STEP = labelled(
  "Next (?:step|task|question)|Current (?:task|question)|Sub-?(?:task|question)|Follow-?up question",
);

/** What opens the question below a context: `Answer the question based on the above context: `. */
export const ORDER_TO_ANSWER = labelled("Answer the question[^:\\n]{0,80}");

/** Labels of a request in German, Spanish, Portuguese, Italian, French, Russian, Chinese, Japanese and Korean. */
const TRANSLATED =
  "Frage|Anfrage|Aufgabe|Pregunta|Consulta|Tarea|Pergunta|Tarefa|Domanda|Richiesta|Requête|Tâche|" +
  "Вопрос|Запрос|Задача|问题|提问|用户|質問|問い|ユーザー|질문|사용자";

/** The label of a request below instructions: `Question: `, `## User query: `. */
export const LABEL = labelled(`(?<name>${USER}(?:${REQUESTS}|Task)|User|Human|Q|${TRANSLATED})`);

/** Headings on a line of their own: `# Request`, `## User question`. Last `# Task`, which may head the instructions. */
export const HEADINGS = [REQUESTS, "Task"].map(
  (names) => new RegExp(`^(#{1,4}) ${USER}(?:${names})[ \\t]{0,8}\\r?\\n`, "im"),
);

/** Elements that hold a request: `<user_query>...</user_query>`. Not `<request>`, which is mostly quoted data. */
export const ELEMENTS = [
  ...["user_query", "user_question", "user_request", "user_message", "user_input"],
  ...["query", "question", "task"],
];

/** How a prompt introduces the model. */
export const PERSONA = /^\s*You are (?:an?|the|[A-Z]\w*)\b/;

/** Signs of instructions to a model above a label. Without them, the label may belong to data: `Query: SELECT 1`. */
export const INSTRUCTS = new RegExp(
  "\\b(?:You (?:are|will|can|must|should|have)|[Aa]nswer|[Rr]espond|[Rr]eply|[Cc]ite|[Uu]se (?:only|the)|[Cc]ontext|" +
    "[Bb]ased on|Du bist|[Bb]eantworte|Antworte|Responde|Répond)|请(?:根据|基于|用|只|仅)|回答",
);

/** An order that may be the request: `Find the cause.` */
export const ORDER = new RegExp(
  "(?:^|[.!:;,]\\s{1,9}|\\b(?:and|to|must|should) )[\\s#*-]{0,8}(?:please |now )?(?:find|fix|explain|list|name|" +
    "tell (?:me|us)|" +
    "summari[sz]e|classify|decide|draft|check|refactor|implement|compute|translate|rename|compare|write|rewrite|" +
    "identify|determine|show|correct|review|extract|analy[sz]e|add|I (?:need|want))\\b(?! (?:your|any|plain)\\b)|" +
    "找出|列出|原因|\\b(?:Finde|Nenne|Trouve[zr]?|Encuentra|Ache)\\b",
  "im",
);

/** How a paragraph below the introduction begins if it tells the model how to work. */
export const GUIDANCE = new RegExp(
  "^[\\s#*-]{0,8}(?:(?:Be|Never|Always|Do not|Don't|Avoid|Today is|Current date|" +
    "You (?:can|may|have access))\\b|(?:Behaviou?r|Safety|Style|Tone|Limits|Guidelines?|" +
    "Constraints?|Instructions?|Rules?|Tools?|Important|Notes?|(?:Output )?Format|Output)[\\s*:]{0,8}$)",
  "im",
);

/** Sentences that are only about the manner or the form of the answer, or only polite. Without their last mark. */
const MANNERS = [
  "(?:Answer|Respond|Reply) (?:concisely|briefly|precisely)(?:,? (?:and|in|with|using|cite)\\b.{0,100})?",
  "(?:Answer|Respond|Reply) (?:only )?(?:in|with) (?:\\w+ ){0,2}(?:English|JSON|Markdown|text|sentences?|words)",
  "(?:Answer|Respond|Reply) (?:only )?with (?:\\w+ ){0,2}(?:citations|sources)",
  "(?:Answer|Respond|Reply) (?:using only|only using) the (?:given |provided )?(?:context|documents|sources)",
  "(?:Return|Output|Format|Give|Provide|Present|Structure) your (?:answer|response|output) (?:as|in|with) " +
    "(?:an? )?(?:\\w+ ){0,2}(?:JSON|Markdown|XML|CSV|YAML|text|bullet points)(?: with .{0,140})?",
  "(?:Return|Output|(?:Answer|Respond|Reply) with) (?:only )?(?:valid |an? )?JSON(?: (?:object|array|list))?" +
    "(?: with .{0,140})?",
  "Your (?:answer|response|output) (?:must|should) be (?:in|valid|concise|short|brief|at most)\\b.{0,40}",
  "Use (?:the following|this) (?:format|JSON|schema)",
  "Use only the (?:context|documents|sources)(?: (?:above|below|given|provided))?",
  "Use (?:bullet points|Markdown(?: with (?:headings|bullet points|lists|tables)\\b.{0,80})?)",
  "(?:Do not|Don't) (?:add|include) any (?:text|explanations?|commentary|preamble|introduction|Markdown)\\b.{0,60}",
  "(?:Do not|Don't) make (?:anything|things) up",
  "Cite (?:(?:the|your|all) )?sources?(?: of \\w+ \\w+)?",
  "Be (?:concise|brief|precise)",
  "Think step by step(?: and (?:show your work|explain your reasoning))?",
  "(?:Explain|Show|Justify) your (?:reasoning|thinking|answer|work|steps)(?: and cite .{0,60})?",
  "(?:First|Start by|Begin by),? (?:list|identify|extract|quot|find|read)(?:ing|e)? .{0,80}?" +
    "(?:facts|passages|information|documents|quotes|parts|sections|evidence|context)\\b.{0,60}",
  "If (?:the (?:answer|information|context) |you (?:are |aren't |do not |don't |cannot |can't |can not ))" +
    ".{0,100}\\b(?:say|state|reply|answer|respond|write|tell|ask|admit)\\b.{0,60}",
  "(?:Many )?Thank(?:s| you)(?: (?:so much|very much|a lot|again|in advance|for your (?:help|time|support)))*" +
    "(?:,? (?:and )?I (?:really )?appreciate (?:it|your (?:help|time)))?",
  "(?:I )?(?:really |would )?appreciate (?:it|(?:your|any|the) (?:help|time|support))\\b.{0,40}",
  "(?:Best|Kind) regards,?",
  "Have a (?:great|good|nice) day",
];

/** Matches such a sentence. One with a question word or a colon asks for more, so it does not match. */
export const MANNER = new RegExp(
  `^(?![^]*(?::|\\b(?:which|what|who|whom|whose|when|where|why|how)\\b))(?:Please )?(?:${MANNERS.join("|")})[.!]?$`,
  "i",
);

/** Beginnings of polite prompts, in this order. None of them asks anything. */
export const GREETINGS = [
  "(?:Hi|Hello|Hey|Dear|Good (?:morning|afternoon|evening))(?:(?: (?:there|all|team|everyone))?[,.!]\\s|" +
    " \\w+[,.!]?\\s{0,9}\\n)",
  "(?:I )?hope (?:you(?:'re| are) (?:doing )?(?:well|fine|good)|this (?:finds you|e-?mail|message)[^.?!\\n]{0,40})" +
    "[.!]\\s",
  "(?:I was wondering (?:if|whether) you (?:can|could)|(?:Could|Can|Would) you(?: please)?) help(?: me)?" +
    "(?: with (?:this|the following|something|a question))?[.?!:]\\s",
  "(?:(?:I have|Here is|Just) )?(?:an?|my|one|a quick|quick) question[.!:]\\s",
].map((greeting) => new RegExp(`\\s*${greeting}\\s*`, "iy"));

/** Labels of the asker's turns. The first of them counts: in a short chat, earlier turns belong to the request. */
export const PERSON = /^(?:User|Human|用户|ユーザー|사용자)$/i;

/** The answers of examples. */
export const ANSWER = /^\s{0,4}(?:A|Answer)\s?:/im;

/** The first example, and all below it. */
export const EXAMPLES = /^(?:Q|Question|Message|Query)\s?:[\s\S]*/im;

"""Ranks the chunks of labelled cases with LangChain's and LlamaIndex's BM25 retrievers.

Reads one JSON object per line, {"key", "prompt", "records": [{"title", "text"}]}, and writes one per line,
{"key", "peer", "chunks": [text, ...]}, the best chunk first. bench/compare.ts starts it and fills the budgets.
"""

import json
import re
import sys

from langchain_community.retrievers import BM25Retriever as LangChainBM25
from langchain_core.documents import Document as LangChainDocument
from langchain_text_splitters import RecursiveCharacterTextSplitter
from llama_index.core import Document as LlamaDocument
from llama_index.core.node_parser import SentenceSplitter
from llama_index.retrievers.bm25 import BM25Retriever as LlamaBM25

# About 128 tokens of English, a usual chunk for retrieval.
LANGCHAIN_CHUNK_CHARACTERS = 512
# LlamaIndex counts with a tokenizer that it would download; words and marks are close to its tokens.
LLAMA_CHUNK_TOKENS = 512
CHUNKS_MAX = 400


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def langchain(prompt: str, records: list[dict]) -> list[str]:
    splitter = RecursiveCharacterTextSplitter(chunk_size=LANGCHAIN_CHUNK_CHARACTERS, chunk_overlap=0)
    documents = [LangChainDocument(page_content=record["text"]) for record in records]
    chunks = splitter.split_documents(documents)
    retriever = LangChainBM25.from_documents(chunks, k=min(CHUNKS_MAX, len(chunks)), preprocess_func=words)
    return [document.page_content for document in retriever.invoke(prompt)]


def llama_index(prompt: str, records: list[dict]) -> list[str]:
    splitter = SentenceSplitter(
        chunk_size=LLAMA_CHUNK_TOKENS, chunk_overlap=0, tokenizer=lambda text: re.findall(r"\w+|[^\w\s]", text)
    )
    nodes = splitter.get_nodes_from_documents([LlamaDocument(text=record["text"]) for record in records])
    retriever = LlamaBM25.from_defaults(nodes=nodes, similarity_top_k=min(CHUNKS_MAX, len(nodes)), verbose=False)
    return [found.node.get_content() for found in retriever.retrieve(prompt)]


PEERS = {"LangChain BM25, chunks of 512 characters": langchain, "LlamaIndex BM25, chunks of 512 words and marks": llama_index}

for line in sys.stdin:
    case = json.loads(line)
    usable = [record for record in case["records"] if record["text"].strip()]
    for peer, rank in PEERS.items():
        try:
            chunks = rank(case["prompt"], usable)
        except ValueError as error:  # a case without a single word to index
            print(f"{case['key']}: {peer}: {error}", file=sys.stderr)
            chunks = []
        print(json.dumps({"key": case["key"], "peer": peer, "chunks": chunks}), flush=True)

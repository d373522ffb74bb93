#!/usr/bin/env node
// A program that takes a seat: it takes the first step whose label has one of the words that it was given, else any.
//
//     lapidary play gemtrix --agent js='node examples/agents/word_agent.mjs claim "turn over"' --seats me,js
//
// Each line of the input is a message of docs/agents.md: a request, which has an "id" and wants an answer, or a notification.
import { createInterface } from 'node:readline';

const words = process.argv.slice(2).map((word) => word.toLowerCase());

const has = (word) => ({ label }) => label.toLowerCase().includes(word);

/** The number, from 0, of the first step that has the first word that any has. */
function preferred(legal) {
  for (const word of words) {
    const index = legal.findIndex(has(word));
    if (index >= 0) return index;
  }
  return Math.floor(Math.random() * legal.length);
}

const methods = {
  hello: ({ game }) => ({ name: `Word agent at ${game.title}` }),
  choose: ({ legal }) => ({ index: preferred(legal) }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const result = methods[method]?.(params);
  if (id !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
}

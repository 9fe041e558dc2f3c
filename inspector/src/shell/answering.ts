import { useState } from 'react';
import type { Answer, Question } from '../api/types.ts';
import type { JsonObject } from '../json.ts';
import { useLive } from '../live/context.ts';

export interface Answering {
  trouble: string;
  send: (answer: Answer) => void;
  accept: (content?: JsonObject) => void;
  decline: () => void;
  cancel: () => void;
}

/** Ways to answer a question. */
export function useAnswering(question: Question): Answering {
  const live = useLive();
  const [trouble, setTrouble] = useState('');
  const send = (answer: Answer) => {
    live.answer(question.id, answer).catch((error: unknown) => {
      setTrouble(error instanceof Error ? error.message : String(error));
    });
  };
  return {
    trouble,
    send,
    accept: (content) => send({ result: content ? { action: 'accept', content } : { action: 'accept' } }),
    decline: () => send({ result: { action: 'decline' } }),
    cancel: () => send({ result: { action: 'cancel' } }),
  };
}

/** The answer of somebody who doesn't want to: the error that clients send for a refused request. */
export const REJECTED: Answer = { error: { code: -1, message: 'The user rejected the request.' } };

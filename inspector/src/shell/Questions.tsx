import type { Question } from '../api/types.ts';
import { isObject } from '../json.ts';
import { useLive } from '../live/context.ts';
import { useStore } from '../live/store.ts';
import { Elicitation } from './Elicitation.tsx';
import { ElicitedUrl } from './ElicitedUrl.tsx';
import { OtherQuestion } from './OtherQuestion.tsx';
import { Sampling } from './Sampling.tsx';

/** The oldest question that the server waits for, over everything else. */
export function Questions() {
  const [first, ...rest] = useStore(useLive().questions);
  if (!first) return null;
  return <Ask key={first.id} question={first} waiting={rest.length} />;
}

export interface AskProps {
  question: Question;
  /** How many more questions wait. */
  waiting: number;
}

function Ask({ question, waiting }: AskProps) {
  const { method, params } = question;
  if (method === 'elicitation/create' && params.mode === 'url')
    return <ElicitedUrl {...{ question, waiting }} />;
  if (method === 'elicitation/create' && isObject(params.requestedSchema)) {
    return <Elicitation {...{ question, waiting }} schema={params.requestedSchema} />;
  }
  if (method === 'sampling/createMessage') return <Sampling {...{ question, waiting }} />;
  return <OtherQuestion {...{ question, waiting }} />;
}

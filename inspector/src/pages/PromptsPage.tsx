import { useMemo } from 'react';
import type { Listed } from '../live/list.ts';
import type { Prompt } from '../mcp/types.ts';
import { type Entry, firstLine, ListPane } from '../view/ListPane.tsx';
import { Split } from '../view/Split.tsx';
import { PromptView } from './PromptView.tsx';

export function PromptsPage({ prompts, item }: { prompts: Listed<Prompt>; item: string }) {
  const entries = useMemo(() => prompts.items.map(entry), [prompts.items]);
  const chosen = prompts.items.find((prompt) => prompt.name === item);
  return (
    <Split
      tab="prompts"
      list={<ListPane tab="prompts" noun="prompts" entries={entries} chosen={item} {...prompts} />}
      item={item}
    >
      {chosen && <PromptView key={chosen.name} prompt={chosen} />}
    </Split>
  );
}

function entry({ name, title = '', description = '' }: Prompt): Entry {
  return { key: name, name, title, detail: firstLine(description) };
}

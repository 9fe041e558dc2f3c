import { useMemo } from 'react';
import type { Listed } from '../live/list.ts';
import type { Tool } from '../mcp/types.ts';
import { type Entry, firstLine, ListPane } from '../view/ListPane.tsx';
import { Split } from '../view/Split.tsx';
import { ToolView } from './ToolView.tsx';

export function ToolsPage({ tools, item }: { tools: Listed<Tool>; item: string }) {
  const entries = useMemo(() => tools.items.map(entry), [tools.items]);
  const chosen = tools.items.find((tool) => tool.name === item);
  return (
    <Split
      tab="tools"
      list={<ListPane tab="tools" noun="tools" entries={entries} chosen={item} {...tools} />}
      item={item}
    >
      {chosen && <ToolView key={chosen.name} tool={chosen} />}
    </Split>
  );
}

function entry({ name, title, annotations, description = '' }: Tool): Entry {
  return {
    key: name,
    name,
    title: title ?? annotations?.title ?? '',
    detail: firstLine(description),
  };
}

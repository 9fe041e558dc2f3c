import { useMemo } from 'react';
import type { Listed } from '../live/list.ts';
import type { Resource, ResourceTemplate } from '../mcp/types.ts';
import { type Entry, firstLine, ListPane } from '../view/ListPane.tsx';
import { Split } from '../view/Split.tsx';
import { ResourceView } from './ResourceView.tsx';
import { TemplateView } from './TemplateView.tsx';

interface Props {
  resources: Listed<Resource>;
  templates: Listed<ResourceTemplate>;
  item: string;
}

export function ResourcesPage({ resources, templates, item }: Props) {
  const entries = useMemo(
    () => [...resources.items.map(resourceEntry), ...templates.items.map(templateEntry)],
    [resources.items, templates.items],
  );
  const template = templates.items.find(({ uriTemplate }) => uriTemplate === item);
  const resource = resources.items.find(({ uri }) => uri === item);
  return (
    <Split
      tab="resources"
      list={
        <ListPane
          tab="resources"
          noun="resources"
          entries={entries}
          chosen={item}
          loaded={resources.loaded && templates.loaded}
          trouble={resources.trouble || templates.trouble}
        />
      }
      item={item}
    >
      {template && <TemplateView key={item} template={template} />}
      {!template && item !== '' && <ResourceView key={item} uri={item} resource={resource} />}
    </Split>
  );
}

function resourceEntry({ uri, name, title = '', description = '' }: Resource): Entry {
  return {
    key: uri,
    name: uri,
    title: title || name,
    detail: firstLine(description),
    group: 'Resources',
  };
}

function templateEntry({ uriTemplate, name, title = '', description = '' }: ResourceTemplate): Entry {
  const detail = firstLine(description);
  return { key: uriTemplate, name: uriTemplate, title: title || name, detail, group: 'Templates' };
}

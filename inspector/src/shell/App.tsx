import { useState } from 'react';
import { useLive } from '../live/context.ts';
import { type Listed, useList } from '../live/list.ts';
import { useLogLevel } from '../live/logLevel.ts';
import { type Tab, useRoute } from '../live/route.ts';
import { useStore } from '../live/store.ts';
import type { Prompt, Resource, ResourceTemplate, Tool } from '../mcp/types.ts';
import { LogPage } from '../pages/log/LogPage.tsx';
import { PromptsPage } from '../pages/PromptsPage.tsx';
import { ResourcesPage } from '../pages/ResourcesPage.tsx';
import { ToolsPage } from '../pages/ToolsPage.tsx';
import { Boundary } from '../view/Boundary.tsx';
import { Banners } from './Banners.tsx';
import { ConnectionDialog } from './ConnectionDialog.tsx';
import { Header } from './Header.tsx';
import { useKeys } from './keys.ts';
import { Questions } from './Questions.tsx';
import { Refused } from './Refused.tsx';

/** The whole page. */
export function App() {
  const live = useLive();
  const state = useStore(live.state);
  const link = useStore(live.link);
  const { tab, item } = useRoute();
  const [isOpen, setOpen] = useState(false);
  const lists = useLists();
  useKeys();
  useLogLevel();
  if (link.status === 'refused') return <Refused why={link.why} />;
  if (!state) return <p className="muted nothing">{link.why || 'Opening the inspector…'}</p>;
  return (
    <>
      <Header state={state} tab={tab} counts={counts(lists)} onOpen={() => setOpen(true)} />
      <Banners state={state} link={link} />
      <main>
        <Boundary key={`${tab}/${item}`} instead={(error) => <Broken error={error} />}>
          {tab === 'tools' && <ToolsPage tools={lists.tools} item={item} />}
          {tab === 'resources' && (
            <ResourcesPage resources={lists.resources} templates={lists.templates} item={item} />
          )}
          {tab === 'prompts' && <PromptsPage prompts={lists.prompts} item={item} />}
          {tab === 'log' && <LogPage />}
        </Boundary>
      </main>
      {isOpen && <ConnectionDialog state={state} onClose={() => setOpen(false)} />}
      <Questions />
    </>
  );
}

function Broken({ error }: { error: Error }) {
  return (
    <p className="trouble" role="alert">
      This can’t be shown: {error.message} The log has what the server sent.
    </p>
  );
}

interface Lists {
  tools: Listed<Tool>;
  resources: Listed<Resource>;
  templates: Listed<ResourceTemplate>;
  prompts: Listed<Prompt>;
}

function useLists(): Lists {
  const changed = 'notifications/resources/list_changed';
  return {
    tools: useList<Tool>('tools/list', 'tools', 'tools', 'notifications/tools/list_changed'),
    resources: useList<Resource>('resources/list', 'resources', 'resources', changed),
    templates: useList<ResourceTemplate>(
      'resources/templates/list',
      'resourceTemplates',
      'resources',
      changed,
    ),
    prompts: useList<Prompt>('prompts/list', 'prompts', 'prompts', 'notifications/prompts/list_changed'),
  };
}

function counts({ tools, resources, templates, prompts }: Lists): Record<Tab, number | null> {
  const of = (list: Listed<unknown>) => (list.loaded ? list.items.length : null);
  const all = resources.loaded && templates.loaded ? resources.items.length + templates.items.length : null;
  return { tools: of(tools), resources: all, prompts: of(prompts), log: null };
}

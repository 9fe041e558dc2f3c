import { useCallback, useEffect } from 'react';
import { start } from '../live/call.ts';
import { useConnection, useLive } from '../live/context.ts';
import { useStore } from '../live/store.ts';
import { useWorkbench } from '../live/workbench.ts';
import type { Resource } from '../mcp/types.ts';
import { size } from '../view/format.ts';
import { Heading } from '../view/Heading.tsx';
import { ReadResult } from '../view/ReadResult.tsx';
import { Subscribe } from './Subscribe.tsx';

/** One resource, read when it is looked at. `resource` is missing for one that is in no list. */
export function ResourceView({ uri, resource }: { uri: string; resource: Resource | undefined }) {
  const live = useLive();
  const connected = useConnection()?.status === 'connected';
  const calls = useWorkbench().calls.of(`resource ${uri}`);
  const call = useStore(calls);
  const read = useCallback(() => start(live, calls, 'resources/read', { uri }), [live, calls, uri]);

  useEffect(() => {
    if (connected && calls.get() === null) read();
  }, [connected, calls, read]);

  return (
    <article className="single">
      <Heading
        of={{ name: uri, description: resource?.description }}
        title={resource?.title ?? resource?.name}
      />
      <p className="muted">
        {[resource?.mimeType, resource?.size === undefined ? undefined : size(resource.size)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className="actions">
        <button type="button" onClick={read} disabled={!connected}>
          Read again
        </button>
        <Subscribe uri={uri} onUpdate={read} />
      </div>
      <ReadResult call={call} />
    </article>
  );
}

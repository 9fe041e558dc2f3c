import type { Block, PromptMessage } from '../mcp/types.ts';
import { BlockView } from './BlockView.tsx';

/** Messages as people read a conversation. */
export function Conversation({ messages }: { messages: PromptMessage[] }) {
  return (
    <ol className="conversation">
      {messages.map(({ role, content }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages of one answer never move
        <li key={at} className={`message from-${role}`}>
          <h4>{role}</h4>
          {blocksOf(content).map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one message never move
            <BlockView key={index} block={block} />
          ))}
        </li>
      ))}
    </ol>
  );
}

function blocksOf(content: Block | Block[]): Block[] {
  return Array.isArray(content) ? content : [content];
}

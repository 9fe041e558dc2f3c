import type { Badge } from '../mcp/badges.ts';
import { Markdown } from './Markdown.tsx';

interface Props {
  of: { name: string; description?: string };
  title?: string;
  badges?: Badge[];
}

/** Name, title, badges and description of what is looked at. */
export function Heading({ of: { name, description }, title, badges = [] }: Props) {
  return (
    <header className="heading">
      <h2>{name}</h2>
      {title && title !== name && <p className="heading-title">{title}</p>}
      {badges.length > 0 && (
        <ul className="badges" aria-label="Annotations">
          {badges.map(({ text, meaning, tone }) => (
            <li key={text} className={`badge ${tone}`} title={meaning}>
              {text}
            </li>
          ))}
        </ul>
      )}
      {description && <Markdown>{description}</Markdown>}
    </header>
  );
}

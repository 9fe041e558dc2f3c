import { type Problem, pathText } from '../form/check.ts';

/** Problems with where they are. */
export function Problems({ problems, title }: { problems: Problem[]; title: string }) {
  return (
    <div className="trouble" role="alert">
      <p>{title}</p>
      <ul>
        {problems.map(({ path, message }) => (
          <li key={`${path.join('/')} ${message}`}>
            {path.length > 0 && <code>{pathText(path)}</code>} {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How many problems there are; which ones, for those whose field can't be seen. */
export function ProblemCount({ problems }: { problems: Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <details className="problem-count">
      <summary>
        <span role="alert">{problems.length === 1 ? 'One problem' : `${problems.length} problems`}</span>
      </summary>
      <Problems problems={problems} title="The arguments don’t fit:" />
    </details>
  );
}

import { useId } from 'react';
import { LEVELS, logLevel } from '../live/logLevel.ts';
import { useStore } from '../live/store.ts';

/** From which level on the server's log messages are wanted. */
export function LogLevel() {
  const id = useId();
  const level = useStore(logLevel);
  return (
    <div className="log-level">
      <label htmlFor={id}>Log messages of the server</label>
      <select id={id} value={level} onChange={({ target }) => logLevel.set(target.value)}>
        <option value="">as the server likes</option>
        {LEVELS.map((each) => (
          <option key={each} value={each}>
            {each} and above
          </option>
        ))}
      </select>
    </div>
  );
}

interface Props<T extends string> {
  label: string;
  choices: readonly (readonly [T, string])[];
  value: T;
  onChange: (value: T) => void;
  disabled?: boolean;
}

/** One of a few views, side by side. */
export function Choice<T extends string>({ label, choices, value, onChange, disabled }: Props<T>) {
  return (
    <div className="choice" role="group" aria-label={label}>
      {choices.map(([name, text]) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === value}
          disabled={disabled}
          onClick={() => onChange(name)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

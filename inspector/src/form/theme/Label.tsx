interface Props {
  name: string;
  title: string;
  required: boolean;
}

/** A field's name, its title where it has another one, and whether it is required. */
export function Label({ name, title, required }: Props) {
  return (
    <>
      <span className={required ? 'field-name is-required' : 'field-name'}>{name}</span>
      {title !== name && title !== '' && <span className="field-title">{title}</span>}
    </>
  );
}

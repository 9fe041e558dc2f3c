import { englishStringTranslator, TranslatableString } from '@rjsf/utils';
import { useMemo } from 'react';
import type { JsonObject } from '../json.ts';
import type { Problem } from './check.ts';
import { fieldErrors, libraryValidator } from './library.ts';
import { ThemedForm } from './theme/index.ts';

interface Props {
  /** Sets this form's ids apart from those of others on the page. */
  name: string;
  /** A prepared schema. */
  schema: JsonObject;
  data: JsonObject;
  problems: Problem[];
  onChange: (data: JsonObject) => void;
}

const UI = {
  'ui:globalOptions': { copyable: false, orderable: true },
  'ui:options': { submitButtonOptions: { norender: true } },
};

const DEFAULTS = {
  arrayMinItems: { populate: 'never', mergeExtraDefaults: false },
  emptyObjectFields: 'skipDefaults',
  constAsDefaults: 'skipOneOf',
} as const;

/** The library's words, without the text that it would put into new members of every type. */
const translate: typeof englishStringTranslator = (text, params) =>
  text === TranslatableString.NewStringDefault ? '' : englishStringTranslator(text, params);

/** The fields of a schema; what surrounds them submits. */
export function SchemaForm({ name, schema, data, problems, onChange }: Props) {
  const errors = useMemo(() => fieldErrors(problems), [problems]);
  return (
    <ThemedForm
      tagName="div"
      idPrefix={name}
      className="schema-form"
      schema={schema}
      uiSchema={UI}
      formData={data}
      validator={libraryValidator}
      extraErrors={errors}
      showErrorList={false}
      translateString={translate}
      useFallbackUiForUnsupportedType
      experimental_defaultFormStateBehavior={DEFAULTS}
      onChange={(event) => onChange(event.formData ?? {})}
    >
      {/* no button of the library's own */}
      <span hidden />
    </ThemedForm>
  );
}

/** How the form library looks here. */

// not the package's index, which also loads a registry for tests and with it another validator
import withTheme, { type ThemeProps } from '@rjsf/core/lib/withTheme.js';
import { Checkboxes } from './Checkboxes.tsx';
import { ErrorTemplate } from './ErrorTemplate.tsx';
import { ExpandTemplate } from './ExpandTemplate.tsx';
import { FieldTemplate } from './FieldTemplate.tsx';
import { Input } from './Input.tsx';
import { JsonField } from './JsonField.tsx';
import { ListItemTemplate, ListTemplate } from './ListTemplate.tsx';
import { ObjectTemplate } from './ObjectTemplate.tsx';
import { Select } from './Select.tsx';
import { Switch } from './Switch.tsx';
import { Text } from './Text.tsx';
import { UnionField } from './UnionField.tsx';

const theme: ThemeProps = {
  fields: { AnyOfField: UnionField, FallbackField: JsonField, OneOfField: UnionField },
  templates: {
    ArrayFieldItemTemplate: ListItemTemplate,
    ArrayFieldTemplate: ListTemplate,
    BaseInputTemplate: Input,
    CyclicSchemaExpandTemplate: ExpandTemplate,
    FieldErrorTemplate: ErrorTemplate,
    FieldTemplate,
    ObjectFieldTemplate: ObjectTemplate,
  },
  widgets: {
    CheckboxWidget: Switch,
    CheckboxesWidget: Checkboxes,
    SelectWidget: Select,
    TextWidget: Text,
    TextareaWidget: Text,
    // a picker of times leaves no room for a zone
    TimeWidget: Text,
  },
};

export const ThemedForm = withTheme(theme);

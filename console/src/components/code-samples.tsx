import { useState, type ReactElement } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { CodeBlock } from './code-block.tsx';

export interface CodeSample {
  readonly id: string;
  readonly label: string;
  readonly code: string;
}

const stored = 'sonorant-code-language';

function read(): string | null {
  try {
    return localStorage.getItem(stored);
  } catch {
    return null;
  }
}

/** The same in several languages; the choice is kept in the browser. */
export function CodeSamples({
  label,
  samples,
}: {
  readonly label: string;
  readonly samples: readonly CodeSample[];
}): ReactElement {
  const [language, setLanguage] = useState(read);
  const selected = samples.find(({ id }) => id === language)?.id ?? samples[0]?.id ?? '';
  return (
    <Tabs
      selectedKey={selected}
      onSelectionChange={(key) => {
        setLanguage(String(key));
        try {
          localStorage.setItem(stored, String(key));
        } catch {
          // Storage may be switched off: then the choice holds for this page.
        }
      }}
    >
      <TabList aria-label={label}>
        {samples.map(({ id, label: name }) => (
          <Tab key={id} id={id}>
            {name}
          </Tab>
        ))}
      </TabList>
      {samples.map(({ id, label: name, code }) => (
        <TabPanel key={id} id={id}>
          <CodeBlock code={code} label={name} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

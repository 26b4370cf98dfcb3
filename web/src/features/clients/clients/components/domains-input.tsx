import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './domains-input.module.css';

interface DomainsInputProps {
  label: string;
  description?: string;
  placeholder?: string;
  value: readonly string[];
  onChange: (domains: string[]) => void;
  /** Returns the error of an entry; undefined if it is valid. */
  check: (domain: string) => string | undefined;
  /** Error for a duplicate entry. Without it, duplicates are ignored. */
  duplicate?: string;
}

/** Input for a list of domains; Enter adds one (spec 000 §5). */
export function DomainsInput({
  label,
  description,
  placeholder = 'example.com',
  value,
  onChange,
  check,
  duplicate,
}: DomainsInputProps) {
  const [input, setInput] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = () => {
    const domain = input.trim().toLowerCase();
    if (domain === '') return;
    const isDuplicate = value.includes(domain);
    const newProblem = check(domain) ?? (isDuplicate ? duplicate : undefined);
    setProblem(newProblem);
    if (newProblem) return;
    if (!isDuplicate) onChange([...value, domain]);
    setInput('');
  };
  return (
    <div>
      <TextInput
        label={label}
        description={description}
        placeholder={placeholder}
        inputContainer={(element) => (
          <div className={classes.entry}>
            {element}
            <Button variant="default" onClick={add} aria-label={`Add to ${label.toLowerCase()}`}>
              Add
            </Button>
          </div>
        )}
        value={input}
        error={problem}
        autoComplete="off"
        onChange={({ currentTarget }) => {
          setInput(currentTarget.value);
          setProblem(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      {value.length > 0 && (
        <ul className={classes.list} aria-label={label}>
          {value.map((domain) => (
            <li key={domain} className={classes.domain}>
              {domain}
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={`Remove ${domain}`}
                onClick={() => onChange(value.filter((other) => other !== domain))}
              >
                <IconX size={14} stroke={1.8} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

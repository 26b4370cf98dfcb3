import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { css } from '@codemirror/lang-css';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';

const LANGUAGES = { javascript, css };
/** Editor height (spec 002 §2). */
const HEIGHT = '500px';

const theme = EditorView.theme({
  '&': { height: HEIGHT, border: '1px solid var(--line)', borderRadius: '8px', fontSize: '13px' },
  '.cm-scroller': { overflow: 'auto' },
  '.cm-gutters': { background: 'transparent', border: '0' },
});

interface CodeEditorProps {
  label: string;
  language: keyof typeof LANGUAGES;
  value: string;
  onChange: (value: string) => void;
}

/** A code editor. Tab moves the focus; a new `value` replaces the text. */
export default function CodeEditor({ label, language, value, onChange }: CodeEditorProps) {
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;
  const initialValue = useRef(value);
  useEffect(() => {
    if (!container.current) return;
    const editor = new EditorView({
      parent: container.current,
      state: EditorState.create({
        doc: initialValue.current,
        extensions: [
          lineNumbers(),
          history(),
          bracketMatching(),
          syntaxHighlighting(defaultHighlightStyle),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          LANGUAGES[language](),
          theme,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latestOnChange.current(state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [language, label]);
  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);
  return <div ref={container} />;
}

import type { ChatItem } from '@satrangi/contracts';
import { CHAT_MESSAGE_MAX } from '@satrangi/contracts/pure';
import { chatGreetingTexts } from '@satrangi/contracts/texts/concierge';
import { Button, closeIcon, Icon, IconButton } from '@satrangi/kit';
import { type KeyboardEvent, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { site } from '../../lib/site.ts';
import { textProps, useTexts } from '../../lib/use-texts.ts';
import { ChatMessage } from './chat-message.tsx';
import styles from './chat-panel.module.css';
import { PaymentPanel } from './payment-panel.tsx';
import { useChat } from './use-chat.ts';
import { useUnread } from './use-unread.ts';

/** The counter of characters shows near the end. */
const COUNTER_FROM = CHAT_MESSAGE_MAX - 200;

/** What an empty chat says, as editors wrote it. */
function Greeting() {
  const text = useTexts(chatGreetingTexts)['concierge.greeting'];
  return (
    <div className={styles.message}>
      <p {...textProps(text)}>{text}</p>
    </div>
  );
}

function ChatHead({
  titleId,
  title,
  isEmpty,
  onClear,
  onClose,
}: {
  titleId: string;
  title: string;
  isEmpty: boolean;
  onClear: () => void;
  onClose: () => void;
}) {
  return (
    <div className={styles.head}>
      <h2 id={titleId}>{title}</h2>
      <Button size="s" tone="quiet" onClick={onClear} disabled={isEmpty}>
        Clear this chat
      </Button>
      <IconButton label="Close" onClick={onClose}>
        <Icon shape={closeIcon} />
      </IconButton>
    </div>
  );
}

function ChatLog({
  log,
  messages,
  discreet,
  onBuy,
}: {
  log: RefObject<HTMLDivElement | null>;
  messages: ReturnType<typeof useChat>['messages'];
  discreet: boolean;
  onBuy: (item: ChatItem) => void;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard
    <div ref={log} role="log" aria-label="Messages" tabIndex={0} className={styles.log}>
      {/* in discreet mode nothing says what this site is about */}
      {messages.length === 0 && !discreet && (
        <Suspense fallback={null}>
          <Greeting />
        </Suspense>
      )}
      {messages.map((message) => (
        <ChatMessage key={message.key} message={message} onBuy={onBuy} />
      ))}
    </div>
  );
}

function Suggestions({ chips, onChoose }: { chips: readonly string[]; onChoose: (chip: string) => void }) {
  return (
    <ul className={styles.chips} aria-label="Suggestions">
      {chips.map((chip) => (
        <li key={chip}>
          <button type="button" onClick={() => onChoose(chip)}>
            {chip}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The field for a message. Enter sends, Shift and Enter begin a new line. */
function Composer({
  field,
  text,
  noteId,
  isTyping,
  onText,
  onSubmit,
  onStop,
}: {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  noteId: string;
  /** An answer is on its way. */
  isTyping: boolean;
  onText: (text: string) => void;
  onSubmit: () => void;
  onStop: () => void;
}) {
  const pressKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSubmit();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <textarea
        ref={field}
        rows={2}
        value={text}
        maxLength={CHAT_MESSAGE_MAX}
        aria-label="Your message"
        aria-describedby={noteId}
        dir="auto"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={pressKey}
      />
      {isTyping ? (
        <Button onClick={onStop}>Stop</Button>
      ) : (
        <Button type="submit" tone="primary">
          Send
        </Button>
      )}
      {text.length >= COUNTER_FROM && (
        <span className={styles.counter}>
          {text.length} of {CHAT_MESSAGE_MAX}
        </span>
      )}
    </form>
  );
}

function ChatNote({ id, isLocal }: { id: string; isLocal: boolean }) {
  return (
    <p id={id} className={styles.note}>
      Do not write what you would not want read. Nothing here is used to know you.{' '}
      {isLocal && 'Answers are made here; nothing is sent out. '}
      <Link to={paths.privacy}>Privacy</Link>
    </p>
  );
}

/** The chat. @param takesFocus false when it opens by itself with the page */
export function ChatPanel({ takesFocus, onClose }: { takesFocus: boolean; onClose: () => void }) {
  const { discreet, keepsChatLocal } = usePreferences();
  const chat = useChat();
  const [text, setText] = useState('');
  const [bought, setBought] = useState<ChatItem | null>(null);
  const log = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const titleId = useId();
  const noteId = useId();
  const replies = chat.messages.filter(({ role }) => role === 'assistant').length;
  const { unread, toEnd } = useUnread(log, replies, chat.messages.length);
  const name = discreet ? 'Help' : site.assistant;

  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);

  const submit = (message: string): void => {
    if (!chat.send(message)) return;
    setText('');
    toEnd();
    field.current?.focus();
  };
  const clear = (): void => {
    chat.clear();
    // the button is disabled now: without this, the keyboard would be nowhere
    field.current?.focus();
  };
  const closeByEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    if (bought) {
      setBought(null);
      field.current?.focus();
    } else onClose();
  };

  return (
    <section role="dialog" aria-labelledby={titleId} className={styles.panel} onKeyDown={closeByEscape}>
      <ChatHead
        titleId={titleId}
        title={discreet ? 'Help' : `${site.name} Assistant`}
        isEmpty={chat.messages.length === 0}
        onClear={clear}
        onClose={onClose}
      />
      <ChatLog log={log} messages={chat.messages} discreet={discreet} onBuy={setBought} />
      {chat.isTyping && (
        <p className={styles.typing} aria-hidden="true">
          {name} is typing...
        </p>
      )}
      {chat.failure && (
        <p role="alert" className={styles.failure}>
          {chat.failure.sentence}{' '}
          <Button size="s" onClick={chat.retry}>
            Try again
          </Button>
        </p>
      )}
      {unread > 0 && (
        <Button size="s" className={styles.unread} onClick={toEnd}>
          {unread} new
        </Button>
      )}
      {bought && <PaymentPanel item={bought} onClose={() => setBought(null)} />}
      {chat.chips.length > 0 && !chat.isTyping && <Suggestions chips={chat.chips} onChoose={submit} />}
      <Composer
        field={field}
        text={text}
        noteId={noteId}
        isTyping={chat.isTyping}
        onText={setText}
        onSubmit={() => submit(text)}
        onStop={chat.stop}
      />
      <ChatNote id={noteId} isLocal={discreet || keepsChatLocal} />
    </section>
  );
}

import type { ChatItem, ChatLink } from '@satrangi/contracts';
import { ApiError, CHAT_FOLLOW_UPS, chatTexts, defaultQuestions } from '@satrangi/contracts/pure';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { preferences } from '../../lib/preferences.ts';
import { CHAT_ID_KEY, safeStorage } from '../../lib/store.ts';

export type Message = {
  readonly key: string;
  readonly role: 'reader' | 'assistant';
  readonly text: string;
  readonly items: readonly ChatItem[];
  readonly links: readonly ChatLink[];
  readonly by: 'model' | 'local' | 'fixed' | null;
};

export type ChatFailure = { readonly sentence: string; readonly message: string };

let keys = 0;
const nextKey = (): string => {
  keys += 1;
  return String(keys);
};
const ownMessage = (text: string): Message => ({
  key: nextKey(),
  role: 'reader',
  text,
  items: [],
  links: [],
  by: null,
});

/** No message is sent to a provider: by choice, or because discreet mode is on (BEY-09). */
const isLocal = (): boolean => {
  const { discreet, keepsChatLocal } = preferences.get();
  return discreet || keepsChatLocal;
};

const sentenceOf = (error: unknown): string =>
  error instanceof ApiError && error.status < 500 ? error.message : chatTexts.networkError;

/** The messages of the conversation, and its id, which the browser keeps. */
const useConversation = () => {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const id = useRef(safeStorage.read(CHAT_ID_KEY));

  const keepId = useCallback((conversationId: string | null): void => {
    id.current = conversationId;
    safeStorage.write(CHAT_ID_KEY, conversationId);
  }, []);

  useEffect(() => {
    const known = id.current;
    if (!known) return;
    const isMine = { current: true };
    // a conversation that is unknown or over: a fresh start, without a word
    api.concierge.getConversation({ params: { conversationId: known } }).then(
      ({ turns }) => {
        if (!isMine.current || turns.length === 0) return;
        setMessages((now) => (now.length > 0 ? now : turns.map((turn) => ({ ...turn, key: nextKey() }))));
      },
      (error: unknown) => {
        if (isMine.current && error instanceof ApiError && error.status === 404) keepId(null);
      },
    );
    return () => {
      isMine.current = false;
    };
  }, [keepId]);

  return { messages, setMessages, id, keepId };
};

/** Follow-up questions; when they fail the chips before stay away, silently. */
const fetchFollowUps = async (
  conversationId: string | null,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  try {
    const { reply } = await api.concierge.chat(
      {
        body: {
          message: 'Suggest 3 follow-up questions',
          mode: 'suggestions',
          conversationId,
          local: isLocal(),
        },
      },
      { signal },
    );
    return reply.split('\n').filter(Boolean).slice(0, CHAT_FOLLOW_UPS);
  } catch {
    return [];
  }
};

/** A conversation: its messages, what is offered next, and whether a reply is on its way. */
export const useChat = () => {
  const { messages, setMessages, id, keepId } = useConversation();
  const [chips, setChips] = useState<readonly string[]>(defaultQuestions);
  const [isTyping, setTyping] = useState(false);
  const [failure, setFailure] = useState<ChatFailure | null>(null);
  const running = useRef<AbortController | null>(null);

  const sendPrompt = async (message: string): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setFailure(null);
    setChips([]);
    setTyping(true);
    try {
      const answer = await api.concierge.chat(
        { body: { message, conversationId: id.current, local: isLocal() } },
        { signal: controller.signal },
      );
      keepId(answer.conversationId);
      setMessages((now) => [
        ...now,
        { ...answer, key: nextKey(), role: 'assistant', text: answer.reply.trim() || chatTexts.noReply },
      ]);
      setTyping(false);
      // beside helplines nothing else is offered
      if (answer.intent !== 'crisis') setChips(await fetchFollowUps(id.current, controller.signal));
    } catch (error) {
      if (!controller.signal.aborted) setFailure({ sentence: sentenceOf(error), message });
    } finally {
      if (running.current === controller) setTyping(false);
    }
  };

  return {
    messages,
    chips,
    isTyping,
    failure,
    /** Sends a message; whitespace sends nothing. @returns false when nothing was sent */
    send: (text: string): boolean => {
      const message = text.trim();
      if (message === '' || isTyping) return false;
      setMessages((now) => [...now, ownMessage(message)]);
      void sendPrompt(message);
      return true;
    },
    retry: (): void => {
      if (failure) void sendPrompt(failure.message);
    },
    stop: (): void => {
      running.current?.abort();
      setTyping(false);
    },
    /** Deletes the conversation here and at the server. */
    clear: (): void => {
      running.current?.abort();
      const known = id.current;
      keepId(null);
      setMessages([]);
      setFailure(null);
      setTyping(false);
      setChips(defaultQuestions);
      if (known) void api.concierge.deleteConversation({ params: { conversationId: known } }).catch(() => {});
    },
  };
};

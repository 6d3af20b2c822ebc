import type { ChatItem } from '@satrangi/contracts';
import { Link } from '../../lib/link.tsx';
import { ChatItemCard } from './chat-item.tsx';
import styles from './chat-panel.module.css';
import type { Message } from './use-chat.ts';

const madeBy = {
  model: 'Chosen with an AI model; titles and prices are from the shop.',
  local: 'Answered by the shop itself.',
  fixed: '',
} as const;

/** One message. A reply appears whole, so that screen readers announce it once. */
export function ChatMessage({ message, onBuy }: { message: Message; onBuy: (item: ChatItem) => void }) {
  const { role, text, items, links, by } = message;
  return (
    <div className={styles.message} data-role={role}>
      <p dir="auto">{text}</p>
      {items.length > 0 && (
        <ul className={styles.items}>
          {items.map((item) => (
            <ChatItemCard key={item.id} item={item} onBuy={() => onBuy(item)} />
          ))}
        </ul>
      )}
      {links.length > 0 && (
        <p className={styles.links}>
          {links.map(({ label, url }) =>
            url.startsWith('/') ? (
              <Link key={url} to={url}>
                {label}
              </Link>
            ) : (
              <a key={url} href={url}>
                {label}
              </a>
            ),
          )}
        </p>
      )}
      {by && madeBy[by] && <p className={styles.by}>{madeBy[by]}</p>}
    </div>
  );
}

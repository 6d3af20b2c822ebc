/** PDF receipts in the scripts of the shop: complete text and correct shaping. */
import { tokenOf } from '@satrangi/chassis/testing';
import { describe, expect, it } from 'vitest';
import { drawReceipt } from '../src/receipts/draw-receipt.ts';
import { fontChooser } from '../src/receipts/receipt-fonts.ts';
import type { ReceiptLines } from '../src/receipts/receipt-lines.rules.ts';
import { isolated } from '../src/receipts/receipt-text.rules.ts';
import { bootPayments, media } from './boot-payments.ts';
import { buy } from './orders-fixture.ts';
import { differenceOf, imageOf, imageOfText, inkOf } from './pdf-image.ts';
import { readPdf } from './pdf-text.ts';

/** A name and a title in each script, with conjuncts, reordered matras, split vowels and joins. */
const scripts = [
  ['Devanagari', 'क्षितिज त्रिपाठी', 'ढोलक का पहला सबक़: श्री लक्ष्मी'],
  ['Tamil', 'கௌரி ஸ்ரீநிவாசன்', 'அம்மாவின் தையல் பெட்டி'],
  ['Bengali', 'ঋতুপর্ণা চট্টোপাধ্যায়', 'শেষ ট্রামের চিঠি'],
  ['Urdu', 'ثمینہ صدیقی', 'رنگوں کا موسم'],
  ['Latin', 'Łucja Śānta Nguyễn', 'Salt on the Balcony'],
] as const;
const others = [
  ['Malayalam', 'മീര നായർ'],
  ['Telugu', 'తెలుగు శ్రీ'],
  ['Kannada', 'ಕನ್ನಡ ಶ್ರೀ'],
  ['Gujarati', 'ગુજરાતી શ્રી'],
  ['Gurmukhi', 'ਪੰਜਾਬੀ'],
  ['Odia', 'ଓଡ଼ିଆ'],
  ['Cyrillic and Greek', 'Анна Ἀθηνᾶ'],
] as const;

const lines = (name: string, title = 'Salt'): ReceiptLines => ({
  title: 'Receipt',
  seller: [],
  details: [['Name', isolated(name)]],
  rows: [{ text: `${isolated(title)} (eBook)`, code: '', amount: '₹499.00' }],
  sums: [],
  notes: [],
});
/** Extracted text: pdf.js puts each part on its own line. */
const plain = (text: string): string => text.normalize('NFC').replaceAll(/[\s\u2066-\u2069]+/g, '');
const draw = drawReceipt(undefined);

describe('a receipt', () => {
  it.each(scripts)('in %s has buyer and title as extractable text (PAY-43)', async (_script, name, title) => {
    await using fixture = await bootPayments();
    await fixture.service.deliver(media({ mediaId: 'm1', version: 2, title }));
    const { orderId, user } = await buy(fixture, 'cashfree', { name });

    const response = await fetch(`${fixture.service.url}/payments/orders/${orderId}/receipt`, {
      headers: { authorization: `Bearer ${tokenOf(user)}` },
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const size = bytes.length;
    const raw = Buffer.from(bytes).toString('latin1');
    const { text } = await readPdf(bytes);

    expect(plain(text)).toContain(plain(name));
    expect(plain(text)).toContain(`${plain(title)}(eBook)`);
    expect(size).toBeLessThan(30_000);
    expect(raw).not.toMatch(/Helvetica/);
  });

  it.each(others)('in %s has extractable text too', async (_script, name) => {
    const { text } = await readPdf(await draw(lines(name)));

    expect(plain(text)).toContain(plain(name));
  });

  it.each(scripts.slice(0, 4))('in %s looks like the reference rendering', async (_script, name) => {
    const scale = 6;
    const size = 10;
    const picture = await imageOf(await draw(lines(name)), scale);
    const font = await fontChooser(undefined)(name.slice(0, 1), null);
    if (!font) throw new Error('no font');

    // The line of the name: right of its label, below the heading and above the first rule.
    const drawn = inkOf(picture, {
      left: 190 * scale,
      top: 95 * scale,
      right: 500 * scale,
      bottom: 134 * scale,
    });
    const expected = inkOf(imageOfText(name, font.bytes, font.name, size * scale));
    const broken = inkOf(imageOfText([...name].join('\u200c'), font.bytes, font.name, size * scale));

    expect(Math.abs(drawn.width - expected.width)).toBeLessThan(4);
    expect(Math.abs(drawn.height - expected.height)).toBeLessThan(4);
    expect(differenceOf(drawn, expected)).toBeLessThan(0.02);
    // Negative control: the same letters without joins give another image.
    expect(differenceOf(drawn, broken)).toBeGreaterThan(0.1);
  });

  it('of mixed scripts keeps each part in logical order', async () => {
    const name = 'Ritu ঋতুপর্ণা Sen';
    const title = 'Salt · নুন ও বারান্দা · رنگ 12';

    const { text } = await readPdf(await draw(lines(name, title)));

    for (const words of ['Ritu', 'ঋতুপর্ণা', 'Sen', 'Salt', 'নুন ও বারান্দা', 'رنگ', '12', '(eBook)'])
      expect(plain(text)).toContain(plain(words));
  });

  it('shows a replacement for letters that no font has', async () => {
    const { text } = await readPdf(await draw(lines('สมชาย 李小龙', 'Love 😀 ꯃꯤꯇꯩ')));

    expect(plain(text)).toContain(plain('[Thai letters] [Chinese characters]'));
    expect(plain(text)).toContain(plain('Love [emoji] [Meitei letters] (eBook)'));
  });

  it('is not reordered by directional marks in a name, and wraps a long title', async () => {
    const title = 'रात की रोशनी '.repeat(12).trim();

    const { text } = await readPdf(await draw(lines('Asha\u202e 00.1 RNI\nRao', title)));

    expect(plain(text)).toContain('Asha00.1RNIRao');
    // The amount is beside the first line of the title.
    expect(plain(text).replace('₹499.00', '')).toContain(`${plain(title)}(eBook)`);
  });

  it('with ten thousand letters ends in an ellipsis, in bounded time', async () => {
    const { text } = await readPdf(await draw(lines('क्ष'.repeat(3_000))));

    expect(text).toContain('...');
  });
});

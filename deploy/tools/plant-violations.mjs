/**
 * Tests that the border rules can fail: plants one forbidden import for each rule, expects the rule to report it, and
 * removes it. A rule that reports nothing fails the check, as does a run without modules. The checks of production
 * images, of import cycles between slices and of privacy files are tested in the same way.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { imageFiles, imageViolations } from './image-files.mjs';
import { missingPrivacyFiles } from './privacy-files.mjs';
import { sliceCycles } from './slice-cycles.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** rule → [file to plant, its import] */
const plants = {
  resolvable: ['gateway/src/planted-resolvable.ts', "import './no-such-file.ts';"],
  'no-cycles': [
    'gateway/src/planted-a.ts',
    "import './planted-b.ts';",
    'gateway/src/planted-b.ts',
    "import './planted-a.ts';",
  ],
  'contracts-are-pure': ['contracts/src/planted-pure.ts', "import 'node:fs';"],
  'chassis-knows-no-service': [
    'services/_chassis/src/planted-knows.ts',
    "import '../../library/src/service.ts';",
  ],
  'services-meet-only-in-events': [
    'services/library/src/planted-meet.ts',
    "import '../../payments/src/service.ts';",
  ],
  'gateway-knows-no-service': [
    'gateway/src/planted-knows.ts',
    "import '../../services/library/src/service.ts';",
  ],
  'gateway-loads-no-store': ['gateway/src/planted-store.ts', "import '@satrangi/chassis';"],
  'frontends-see-contracts-and-kit': [
    'web/src/planted-sees.ts',
    "import '../../services/library/src/service.ts';",
  ],
  'kit-knows-no-page': ['web/kit/src/planted-knows.ts', "import '../../src/lib/api.ts';"],
  'apps-share-the-kit-only': ['admin-web/src/planted-shares.ts', "import '../../web/src/lib/text.ts';"],
  'features-are-islands': [
    'web/src/features/planted-one/a.ts',
    "import '../planted-two/b.ts';",
    'web/src/features/planted-two/b.ts',
    'export {};',
  ],
  'layers-point-down-features': [
    'web/src/features/planted-one/c.ts',
    "import '../../app/planted-up.ts';",
    'web/src/app/planted-up.ts',
    'export {};',
  ],
  'layers-point-down-lib': ['web/src/lib/planted-up.ts', "import '../app/planted-up.ts';"],
  'payments-folders-point-down': [
    'services/payments/src/orders/planted-up.ts',
    "import '../settlement/settle-order.ts';",
  ],
  'gateway-folders-point-down': ['gateway/src/http/planted-up.ts', "import '../rate-limit/rate-limits.ts';"],
  'chassis-no-folder-cycles': [
    'services/_chassis/src/files/planted-up.ts',
    "import '../providers/google-login.ts';",
  ],
  'chassis-folders-have-layers': [
    'services/_chassis/src/planted-folder/planted.ts',
    "import '../base/clock.ts';",
  ],
  'embedded-no-folder-cycles': [
    'deploy/embedded/src/mongo/match/planted-up.ts',
    "import '../aggregate/stages.ts';",
  ],
  'rules-are-pure': ['services/library/src/planted.rules.ts', "import 'node:fs';"],
  'only-stores-touch-mongo': ['services/library/src/planted-mongo.ts', "import 'mongoose';"],
  'only-providers-touch-sdks': ['services/payments/src/planted-sdk.ts', "import 'stripe';"],
  'code-does-not-import-tests': [
    'services/library/src/planted-tests.ts',
    "import '@satrangi/chassis/testing';",
  ],
};

/** Two slices of one service that import each other → their import. No module imports itself, so `no-cycles` stays silent. */
const slicePlants = {
  'services/identity/src/planted-one/a.ts': "import '../planted-two/b.ts';",
  'services/identity/src/planted-two/c.ts': "import '../planted-one/d.ts';",
};

/** Files that may not be in an image of production → their text */
const imagePlants = {
  'services/library/src/planted-variant.ts': "export const isOpen = process.env.NODE_ENV === 'test';",
  'services/_chassis/src/planted-switch.ts': "export const isOn = !isOff('inbox');",
  'services/payments/src/mutations/planted.ts': 'export {};',
};

const written = [];
const plant = (file, text) => {
  const full = path.join(root, file);
  if (existsSync(full)) throw new Error(`${file} exists already`);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, `${text}\n`);
  written.push(full);
};

let report;
let plantedInImages;
let plantedInSlices;
try {
  for (const files of Object.values(plants))
    for (let at = 0; at < files.length; at += 2) plant(files[at], files[at + 1]);
  for (const [file, text] of Object.entries(slicePlants)) plant(file, text);
  plantedInSlices = sliceCycles(root);
  for (const file of Object.keys(slicePlants))
    rmSync(path.dirname(path.join(root, file)), { recursive: true });
  for (const [file, text] of Object.entries(imagePlants)) plant(file, text);
  plantedInImages = imageViolations(root);
  const run = spawnSync(
    path.join(root, 'node_modules/.bin/depcruise'),
    [
      'contracts',
      'gateway',
      'services',
      'web',
      'admin-web',
      'deploy',
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'json',
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  report = JSON.parse(run.stdout);
} finally {
  for (const file of written) rmSync(file, { force: true });
  for (const folder of [
    'web/src/features/planted-one',
    'web/src/features/planted-two',
    'services/identity/src/planted-one',
    'services/identity/src/planted-two',
    'services/payments/src/mutations',
    'services/_chassis/src/planted-folder',
  ])
    rmSync(path.join(root, folder), { recursive: true, force: true });
}

const { totalCruised, violations } = report.summary;
const silent = Object.entries(plants)
  .filter(([rule, [file]]) => !violations.some((found) => found.rule.name === rule && found.from === file))
  .map(([rule]) => rule);
if (totalCruised < 50 || silent.length > 0) {
  process.stderr.write(
    `border rules that did not see their planted mistake: ${silent.join(', ') || 'all'} (${totalCruised} modules)\n`,
  );
  process.exit(1);
}

const cycles = sliceCycles(root);
const isSeen = plantedInSlices.lines.some((line) => /planted-(one|two) → planted-(one|two) → /.test(line));
if (!isSeen || cycles.slices < 20 || cycles.lines.length > 0) {
  const lines = [...cycles.lines, ...(isSeen ? [] : ['planted cycle: not seen'])];
  process.stderr.write(`import cycles between ${cycles.slices} slices of services:\n${lines.join('\n')}\n`);
  process.exit(1);
}

const missed = Object.keys(imagePlants).filter(
  (file) => !plantedInImages.some((line) => line.startsWith(`${file}: `)),
);
const inImages = imageFiles(root);
const stray = imageViolations(root, inImages);
if (inImages.length < 300 || missed.length > 0 || stray.length > 0) {
  const lines = [...stray, ...missed.map((file) => `${file}: planted and not seen`)];
  process.stderr.write(`production images, ${inImages.length} files:\n${lines.join('\n')}\n`);
  process.exit(1);
}

const files = readdirSync(path.join(root, 'services'), { recursive: true }).map(
  (file) => `services/${file.replaceAll(path.sep, '/')}`,
);
const plantedPrivacy = missingPrivacyFiles([
  'services/planted/src/service.ts',
  'services/planted/src/privacy/erase-planted.ts',
]);
const privacy = missingPrivacyFiles(files);
if (plantedPrivacy.lines.length !== 2 || privacy.services < 9 || privacy.lines.length > 0) {
  const lines = [...privacy.lines, `${plantedPrivacy.lines.length} of 2 planted lines seen`];
  process.stderr.write(`privacy files of ${privacy.services} services:\n${lines.join('\n')}\n`);
  process.exit(1);
}
process.stdout.write(
  `${Object.keys(plants).length} planted border violations, all found in ${totalCruised} modules\n`,
);
process.stdout.write(`1 planted cycle found between ${cycles.slices} slices of services\n`);
process.stdout.write(
  `${Object.keys(imagePlants).length} planted files, all found in production images of ${inImages.length} files\n`,
);
process.stdout.write(`2 planted lines found; ${privacy.services} services have their privacy files\n`);

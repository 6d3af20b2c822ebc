import { Button, ErrorNote } from '@satrangi/kit';
import { saveFile } from '@satrangi/kit/browser/save-file';
import { useQuery } from '@tanstack/react-query';
import { csvName } from './csv.ts';
import styles from './explain.module.css';
import { inputsOf, sumHead, valueText } from './explanation.ts';
import { type ExplainedNumber, explanationQuery } from './explanation-query.ts';
import { counted, grouped, timeText } from './format.ts';
import { CallError, messageOf } from './http.ts';
import { Loaded } from './loaded.tsx';

/** `total-revenue`. */
const fileOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Asks the service how a number came about, and shows its sentence, its inputs and their CSV. */
export function Explanation({ number }: { number: ExplainedNumber }) {
  const { field } = number;
  const explanation = useQuery(explanationQuery(number));
  const { error } = explanation;
  if (error instanceof CallError && error.problem?.code === 'too-large')
    return <ErrorNote>{messageOf(error)}</ErrorNote>;
  return (
    <Loaded query={explanation} loading="Loading the calculation" error="Failed to load the calculation">
      {({ csv, formula, facts, period, sha256, value }) => (
        <>
          <p className={styles.exact}>{formula}</p>
          <p className={styles.period}>
            {period.from ? `From ${timeText(period.from)} to ` : 'From the beginning to '}
            {timeText(period.to)}.
          </p>
          <table className={styles.inputs}>
            <caption className="vh">What it was computed from</caption>
            <thead>
              <tr>
                <th scope="col">Facts</th>
                <th scope="col">Lines</th>
                {sumHead(field) && <th scope="col">{sumHead(field)}</th>}
              </tr>
            </thead>
            <tbody className="num">
              {inputsOf(field, csv).map(({ type, name, count, sum }) => (
                <tr key={type}>
                  <th scope="row">{name}</th>
                  <td>{grouped(count)}</td>
                  {sumHead(field) && <td>{sum}</td>}
                </tr>
              ))}
            </tbody>
            <tfoot className="num">
              <tr>
                <th scope="row" colSpan={sumHead(field) ? 2 : 1}>
                  The number
                </th>
                <td>{valueText(field, value)}</td>
              </tr>
            </tfoot>
          </table>
          <Button
            onClick={() =>
              saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), csvName(fileOf(field)))
            }
          >
            Download CSV
          </Button>
          <p className={styles.hash}>
            {counted(facts, 'line')}: fact, time, type and amount of each, without names. SHA-256 of the file:{' '}
            <code>{sha256}</code>
          </p>
        </>
      )}
    </Loaded>
  );
}

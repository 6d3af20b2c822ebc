/** The sample on the page of a book and in full window, as one chunk: both load after the page. */
export { SampleStage } from './sample-stage.tsx';
export { SampleWindow } from './sample-window.tsx';

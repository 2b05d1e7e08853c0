import { LoadingState } from '../../components/ui/loading-state.js';
import classes from './layouts.module.css';

/** Shown in place of the first page until it is loaded. Appears after a moment. */
export function Waiting() {
  return (
    <div className={classes.waiting}>
      <LoadingState label="Loading the page" />
    </div>
  );
}

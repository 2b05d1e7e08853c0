/** Asks the user whether what leaving the page would stop may be stopped. */
type Question = () => boolean;

const questions = new Set<Question>();

/** Has `mayLeave` ask the question. @returns a function that withdraws it */
export function askBeforeLeaving(question: Question): () => void {
  questions.add(question);
  return () => void questions.delete(question);
}

/** Asks before code leaves the page, such as by a button. True if leaving would stop nothing. */
export function mayLeave(): boolean {
  return [...questions].every((ask) => ask());
}

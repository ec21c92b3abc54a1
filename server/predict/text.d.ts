/** Files that the bundler and the test runner import as text. */
declare module '*.md' {
  const text: string;
  export default text;
}
declare module '*.py' {
  const text: string;
  export default text;
}

/** What the build writes into `import.meta.env` beside Vite's own entries. */
interface ImportMetaEnv {
  /** The version in package.json when this page was built. */
  readonly VITE_APP_VERSION: string;
}

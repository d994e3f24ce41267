/** For what may still be starting when everything has to stop: what comes up late is stopped too, what failed needs nothing. */
export async function stopIfOpened(opening: Promise<{ stop(): Promise<void> }>): Promise<void> {
  const part = await opening.catch(() => undefined);
  await part?.stop();
}

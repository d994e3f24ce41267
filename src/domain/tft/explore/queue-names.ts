/** How people call the queues. New ones appear before anybody has named them. */
const QUEUE_NAMES: ReadonlyMap<number, string> = new Map([
  [1090, 'Normal'],
  [1100, 'Ranked'],
  [1110, 'Tutorial'],
  [1111, 'Simulation'],
  [1130, 'Hyper Roll'],
  [1150, 'Double Up (beta)'],
  [1160, 'Double Up'],
  [1170, 'Fortune’s Favor'],
  [1210, 'Choncc’s Treasure'],
  [1220, 'Tocker’s Trials'],
  [6000, 'Revival'],
  [6100, 'Revival of set 4'],
  [6110, 'Revival of set 10'],
  [6120, 'Pengu’s Party'],
]);

export function queueName(queue: number): string {
  return QUEUE_NAMES.get(queue) ?? `Queue ${queue}`;
}

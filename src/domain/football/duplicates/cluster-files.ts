/**
 * Files that show the same become one cluster. A shorter one that lies inside a longer one joins its cluster as well, when the
 * longer one can stand for it: not a compilation, not unverified against verified, and not much smaller. It never joins two.
 */
import { clipQuality } from './clip-quality.ts';
import { findCompilations, isInside } from './find-compilations.ts';
import { compareAge, type ClipFile } from './link-clips.ts';

export interface FileCluster {
  /** The best first; those that lie inside others come last. */
  readonly files: readonly ClipFile[];
  readonly isCompilation: boolean;
}

interface Core extends FileCluster {
  readonly best: ClipFile;
  readonly longest: number;
}

/** A longer copy with a smaller edge than this part of the shorter one's is kept beside it, not instead of it. */
const SMALLEST_EDGE = 0.75;

export function clusterFiles(files: readonly ClipFile[]): FileCluster[] {
  const compilations = findCompilations(files);
  const cores = findCores(files, compilations).toSorted(
    (a, b) => b.longest - a.longest || compareAge(a.best.clip, b.best.clip),
  );
  const clusters = new Map<Core, ClipFile[]>();
  const homes = new Map<Core, Core>();
  for (const core of cores) {
    // Only those before it are asked: they are longer, so no two can be inside each other.
    const host = [...homes.keys()].find((other) => canStandFor(other, core));
    const home = host === undefined ? core : (homes.get(host) as Core);
    homes.set(core, home);
    clusters.set(home, [...(clusters.get(home) ?? []), ...core.files]);
  }
  return [...clusters].map(([core, members]) => ({ files: members, isCompilation: core.isCompilation }));
}

function findCores(files: readonly ClipFile[], compilations: ReadonlySet<ClipFile>): Core[] {
  const left = new Set(files);
  const cores: Core[] = [];
  for (const file of files) {
    if (!left.delete(file)) continue;
    const members = [file];
    for (const member of members)
      for (const { to, shows, isShown } of member.links)
        if (shows && isShown && compilations.has(to) === compilations.has(file) && left.delete(to))
          members.push(to);
    const ranked = rank(members);
    cores.push({
      files: ranked,
      best: ranked[0] as ClipFile,
      longest: Math.max(...ranked.map(({ clip }) => clip.seconds)),
      isCompilation: compilations.has(file),
    });
  }
  return cores;
}

function canStandFor(host: Core, guest: Core): boolean {
  if (host.isCompilation || guest.isCompilation) return false;
  if (guest.best.clip.isVerified && !host.best.clip.isVerified) return false;
  if (edgeOf(host.best) < SMALLEST_EDGE * edgeOf(guest.best)) return false;
  return host.files.some((file) =>
    file.links.some((link) => isInside(link) && guest.files.includes(link.to)),
  );
}

function edgeOf({ clip }: ClipFile): number {
  return Math.min(clip.width, clip.height);
}

/** Verified, then carried by most posts, then quality, then age. */
function rank(files: readonly ClipFile[]): ClipFile[] {
  const qualities = new Map(files.map((file) => [file, clipQuality(file.clip, changedShare(file))]));
  return files.toSorted(
    (a, b) =>
      Number(b.clip.isVerified) - Number(a.clip.isVerified) ||
      b.posts.length - a.posts.length ||
      (qualities.get(b) as number) - (qualities.get(a) as number) ||
      compareAge(a.clip, b.clip),
  );
}

/** Mirrored against most of the others, or showing but a part of their picture. */
function changedShare({ links }: ClipFile): number {
  const mirrored = links.filter(({ way }) => way === 'mirrored').length;
  const part = links.filter(({ way }) => way === 'part').length;
  return links.length === 0 ? 0 : (part + (mirrored * 2 > links.length ? mirrored : 0)) / links.length;
}

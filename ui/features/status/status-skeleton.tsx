/** The status page before its first status. */
import { Loading, PanelSkeleton } from '../../components/skeletons.tsx';

export function StatusSkeleton() {
  return (
    <Loading what="the status">
      <PanelSkeleton lines={1} />
      <PanelSkeleton lines={5} />
      <PanelSkeleton lines={3} />
      <PanelSkeleton lines={4} />
    </Loading>
  );
}

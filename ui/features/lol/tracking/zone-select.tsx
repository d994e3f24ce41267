/** The time zone in which days and weeks of somebody begin. */
import { NativeSelect } from '@mantine/core';

interface ZoneSelectProps {
  readonly value: string;
  /** What is meant by nothing. */
  readonly usual: string;
  readonly onChange: (zone: string) => void;
  readonly className?: string | undefined;
}

export function ZoneSelect({ value, usual, onChange, className }: ZoneSelectProps) {
  const zones = Intl.supportedValuesOf('timeZone');
  // One that this browser does not list is kept all the same.
  const known = value === '' || zones.includes(value) ? zones : [value, ...zones];
  return (
    <NativeSelect
      className={className ?? ''}
      label="Days and weeks begin by"
      value={value}
      data={[{ value: '', label: `As set here: ${usual}` }, ...known]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

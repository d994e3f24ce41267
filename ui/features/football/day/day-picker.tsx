/** Which day, by which clock, and which matches of it. Everything goes to another address. */
import { NativeSelect, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';

import { Choice } from '../../../components/choice.tsx';
import { formatCount } from '../../../lib/format.ts';
import { isDay, shiftDay, USUAL_ZONE, zoneNames, type FootballSearch, type Shown } from './day-address.ts';
import classes from './day-picker.module.css';
import { useStillInPlay, type AskedDay } from './day-query.ts';

interface DayPickerProps {
  readonly asked: AskedDay;
  readonly search: FootballSearch;
  readonly onSearch: (search: FootballSearch) => void;
  /** How many matches each choice would leave, when that is known. */
  readonly counts: Readonly<Record<Shown | 'all', number>> | undefined;
}

export function DayPicker({ asked, search, onSearch, counts }: DayPickerProps) {
  const { day, today } = asked;
  return (
    <search className={classes.bar} aria-label="Which matches">
      <nav aria-label="Day" className={classes.days}>
        <DayLink search={search} day={shiftDay(day, -1)} today={today} label="Previous day">
          <IconChevronLeft size={18} aria-hidden="true" />
        </DayLink>
        <TextInput
          size="xs"
          type="date"
          aria-label="Day"
          value={day}
          onChange={({ currentTarget: { value } }) =>
            isDay(value) && onSearch({ ...search, day: value === today ? undefined : value })
          }
        />
        <DayLink search={search} day={shiftDay(day, 1)} today={today} label="Next day">
          <IconChevronRight size={18} aria-hidden="true" />
        </DayLink>
        {day === today ? null : (
          <Link to="/football" search={{ ...search, day: undefined }} className={classes.step}>
            Today
          </Link>
        )}
      </nav>
      <Choice
        label="Show"
        value={search.show ?? 'all'}
        options={optionsOf(counts)}
        onChange={(show) => onSearch({ ...search, show: show === 'all' ? undefined : show })}
      />
      <ZoneSelect zone={asked.zone} onZone={(zone) => onSearch({ ...search, zone })} />
    </search>
  );
}

/** Leads to matches of yesterday that are still played. */
export function StillInPlay({ asked, search }: Pick<DayPickerProps, 'asked' | 'search'>) {
  const count = useStillInPlay(asked);
  if (count === 0 || asked.day !== asked.today) return null;
  return (
    <p className={classes.still}>
      <Link to="/football" search={{ ...search, day: shiftDay(asked.today, -1), show: 'live' }}>
        {count === 1
          ? '1 match that began yesterday is'
          : `${formatCount(count)} matches that began yesterday are`}{' '}
        still in play
      </Link>
    </p>
  );
}

interface DayLinkProps {
  readonly search: FootballSearch;
  readonly day: string;
  readonly today: string;
  readonly label: string;
  readonly children: ReactNode;
}

/** Today has the address without a day, so that the page turns over at midnight. */
function DayLink({ search, day, today, label, children }: DayLinkProps) {
  return (
    <Link
      to="/football"
      search={{ ...search, day: day === today ? undefined : day }}
      className={classes.step}
      aria-label={label}
      title={label}
    >
      {children}
    </Link>
  );
}

function ZoneSelect({
  zone,
  onZone,
}: {
  readonly zone: string;
  readonly onZone: (zone: string | undefined) => void;
}) {
  const own = browserZone();
  const zones = useMemo(() => zoneNames(zone, own), [zone, own]);
  return (
    <div className={classes.zone}>
      <NativeSelect
        size="xs"
        aria-label="Days and times by the clock of"
        value={zone}
        data={zones}
        onChange={({ currentTarget: { value } }) => onZone(value === USUAL_ZONE ? undefined : value)}
      />
      {zone === own ? null : (
        <button type="button" className={classes.own} onClick={() => onZone(own)}>
          Use {own}
        </button>
      )}
    </div>
  );
}

function optionsOf(counts: DayPickerProps['counts']) {
  return [
    { value: 'all', label: withCount('All', counts?.all) },
    { value: 'live', label: withCount('In play', counts?.live) },
    { value: 'goals', label: withCount('Goals', counts?.goals) },
    { value: 'clips', label: withCount('Clips', counts?.clips) },
  ] as const;
}

function withCount(words: string, count: number | undefined): string {
  return count === undefined ? words : `${words} ${formatCount(count)}`;
}

function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

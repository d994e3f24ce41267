/** Which games: patch, place, queue, players, time, and how the board ended. */
import { NativeSelect } from '@mantine/core';

import type { TftOptions } from '#/contract/tft-reference.ts';
import { platformLabel } from '#/domain/tft/explore/places.ts';
import type { Filter } from '#/domain/tft/explore/filter.ts';

import { patchLabel, without } from './filter-chips.ts';
import classes from './filter-drawer.module.css';
import { LpFields } from './lp-fields.tsx';
import { RangeInput } from './range-input.tsx';
import { TimeFields } from './time-fields.tsx';
import { ToggleList, type ToggleOption } from './toggle-list.tsx';

interface GameFieldsProps {
  readonly filter: Filter;
  readonly options: TftOptions | undefined;
  readonly onChange: (filter: Filter) => void;
}

export function GameFields({ filter, options, onChange }: GameFieldsProps) {
  return (
    <div className={classes.fields}>
      <PatchFields filter={filter} options={options} onChange={onChange} />
      <ToggleList
        label="Place"
        anyLabel="Everywhere"
        options={placeOptions(options)}
        value={filter.places}
        onChange={(places) => onChange({ ...filter, places })}
      />
      <ToggleList
        label="Queue"
        anyLabel="Every queue"
        options={(options?.queues ?? []).map(({ queue, name, boards }) => ({
          value: String(queue),
          label: name,
          boards,
        }))}
        value={filter.queues.map(String)}
        onChange={(queues) => onChange({ ...filter, queues: queues.map(Number) })}
      />
      <ToggleList
        label="Tier"
        anyLabel="Everybody"
        options={(options?.tiers ?? []).map(({ tier, boards }) => ({
          value: tier,
          label: upperFirst(tier),
          boards,
        }))}
        value={filter.tiers}
        onChange={(tiers) => onChange({ ...filter, tiers })}
      />
      <LpFields filter={filter} onChange={onChange} />
      <TimeFields filter={filter} onChange={onChange} />
      <RangeInput
        label="Level"
        min={1}
        max={11}
        value={filter.level}
        onChange={(level) => onChange(level ? { ...filter, level } : without(filter, 'level'))}
      />
      <RangeInput
        label="Final place"
        min={1}
        max={8}
        value={filter.placement}
        onChange={(placement) =>
          onChange(placement ? { ...filter, placement } : without(filter, 'placement'))
        }
      />
    </div>
  );
}

function PatchFields({ filter, options, onChange }: GameFieldsProps) {
  const patches = options?.patches ?? [];
  const [newest] = patches;
  const compare = (other: string) => {
    if (other === '') return onChange(without(filter, 'comparedPatch'));
    // A comparison needs to say with what: "the newest" would change under it.
    const first = filter.patches[0] ?? patches.find(({ patch }) => patch !== other)?.patch;
    onChange({ ...filter, patches: first === undefined ? [] : [first], comparedPatch: other });
  };
  const choose = (chosen: string[]) =>
    onChange({ ...(chosen.length === 1 ? filter : without(filter, 'comparedPatch')), patches: chosen });
  return (
    <>
      <ToggleList
        label="Patch"
        anyLabel={newest ? `Newest (${newest.patch})` : 'Newest'}
        options={patches.map((one) => ({ value: one.patch, label: patchLabel(one), boards: one.boards }))}
        value={filter.patches}
        onChange={choose}
      />
      <NativeSelect
        label="Compare with"
        size="xs"
        value={filter.comparedPatch ?? ''}
        data={[
          { value: '', label: 'nothing' },
          ...patches
            .filter(({ patch }) => patch !== (filter.patches[0] ?? newest?.patch))
            .map((one) => ({ value: one.patch, label: `Patch ${patchLabel(one)}` })),
        ]}
        onChange={(event) => compare(event.currentTarget.value)}
      />
    </>
  );
}

/** Regions first, each followed by nothing but its sum; then the platforms. */
function placeOptions(options: TftOptions | undefined): ToggleOption[] {
  const platforms = options?.platforms ?? [];
  const regions = [...new Set(platforms.map(({ region }) => region))].map((region) => ({
    value: region,
    label: platformLabel(region),
    boards: platforms.reduce((sum, one) => (one.region === region ? sum + one.boards : sum), 0),
  }));
  return [
    ...regions,
    ...platforms.map(({ platform, boards }) => ({ value: platform, label: platformLabel(platform), boards })),
  ];
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

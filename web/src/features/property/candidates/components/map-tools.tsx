import { Button, Group } from '@mantine/core';
import { IconArrowsMaximize, IconPolygon, IconPolygonOff, IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { CORNERS_MIN, type Ring } from '../map-area.ts';
import { MapNote } from './map-note.tsx';

const ICON = { size: 14, stroke: 1.8 };

interface MapToolsProps {
  /** Corners so far; null when not drawing. */
  drawing: Ring | null;
  onDraw: (corners: Ring | null) => void;
  onFinish: () => void;
  /** Null to hide the button. */
  onSearchHere: (() => void) | null;
  onClear: (() => void) | null;
  onShowAll: (() => void) | null;
}

/** Buttons that limit the list to the map view or to a drawn area. */
export function MapTools({ drawing, onDraw, onFinish, onSearchHere, onClear, onShowAll }: MapToolsProps) {
  useEffect(() => {
    if (!drawing) return;
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (target instanceof HTMLInputElement) return;
      if (key === 'Escape') onDraw(null);
      // On a button, Enter activates the button.
      else if (key === 'Enter' && !(target instanceof HTMLButtonElement)) onFinish();
      else if (key === 'Backspace') onDraw(drawing.slice(0, -1));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [drawing, onDraw, onFinish]);

  const missing = drawing ? CORNERS_MIN - drawing.length : 0;
  return (
    <Group gap={6} pos="absolute" top={10} left={10} maw="calc(100% - 64px)">
      {drawing ? (
        <>
          <MapNote>
            {missing > 0
              ? `Click at least ${missing} more ${missing === 1 ? 'corner' : 'corners'}`
              : 'Double-click the last corner to finish'}
          </MapNote>
          <Button size="xs" disabled={missing > 0} onClick={onFinish}>
            Finish
          </Button>
          <Button size="xs" variant="default" onClick={() => onDraw(null)}>
            Cancel
          </Button>
        </>
      ) : (
        <>
          {onSearchHere && (
            <Button size="xs" leftSection={<IconSearch {...ICON} />} onClick={onSearchHere}>
              Search this area
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPolygon {...ICON} />}
            onClick={() => onDraw([])}
          >
            Draw an area
          </Button>
          {onClear && (
            <Button size="xs" variant="default" leftSection={<IconPolygonOff {...ICON} />} onClick={onClear}>
              Clear the area
            </Button>
          )}
          {onShowAll && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowsMaximize {...ICON} />}
              onClick={onShowAll}
            >
              Show all
            </Button>
          )}
        </>
      )}
    </Group>
  );
}

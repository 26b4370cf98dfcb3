import { Button } from '@mantine/core';
import { IconArrowsMaximize, IconPolygon, IconPolygonOff, IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { CORNERS_MIN, type Ring } from '../area.ts';
import classes from './candidate-map.module.css';

interface MapToolsProps {
  /** The corners so far; null when nothing is being drawn. */
  drawing: Ring | null;
  onDraw: (corners: Ring | null) => void;
  onFinish: () => void;
  /** Each is null where there is nothing to do. */
  onSearchHere: (() => void) | null;
  onClear: (() => void) | null;
  onShowAll: (() => void) | null;
}

/** What can be done with the map: hold the list to what is seen, or to an area that is drawn. */
export function MapTools({ drawing, onDraw, onFinish, onSearchHere, onClear, onShowAll }: MapToolsProps) {
  useEffect(() => {
    if (!drawing) return;
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape') onDraw(null);
      // On a button, Enter presses it.
      else if (key === 'Enter' && !(target instanceof HTMLButtonElement)) onFinish();
      else if (key === 'Backspace') onDraw(drawing.slice(0, -1));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [drawing, onDraw, onFinish]);

  if (drawing) {
    const missing = CORNERS_MIN - drawing.length;
    return (
      <div className={classes.tools}>
        <span className={classes.hint} role="status">
          {missing > 0
            ? `Click the corners of the area: ${missing} more at least`
            : 'Double-click the last corner'}
        </span>
        <Button size="xs" disabled={missing > 0} onClick={onFinish}>
          Finish
        </Button>
        <Button size="xs" variant="default" onClick={() => onDraw(null)}>
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.tools}>
      {onSearchHere && (
        <Button size="xs" leftSection={<IconSearch size={14} stroke={1.8} />} onClick={onSearchHere}>
          Search this area
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPolygon size={14} stroke={1.8} />}
        onClick={() => onDraw([])}
      >
        Draw an area
      </Button>
      {onClear && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPolygonOff size={14} stroke={1.8} />}
          onClick={onClear}
        >
          Clear the area
        </Button>
      )}
      {onShowAll && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowsMaximize size={14} stroke={1.8} />}
          onClick={onShowAll}
        >
          Show all
        </Button>
      )}
    </div>
  );
}

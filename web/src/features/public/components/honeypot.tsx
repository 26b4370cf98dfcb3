/** A field for machines: people neither see nor reach it, and what is in it tells who filled it in. */
export function Honeypot() {
  return (
    <div
      style={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}
      aria-hidden="true"
    >
      <label>
        Website
        <input type="text" name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}

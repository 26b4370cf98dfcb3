/**
 * Words that the stemmer does not join: irregular forms, related nouns and numerals. Each line is a word and those that are
 * stemmed like it. Forms that are also another word's, such as `leaves` and `lives`, are left out.
 */
const FORMS = `
be are was were been being
begin began begun
break broke broken
bring brought
build built
buy bought
catch caught
choose chose chosen
come came
deal dealt
do does did done
draw drew drawn
drive drove driven
eat ate eaten
fall fell fallen
feel felt
fight fought
find found
fly flew flown
forget forgot forgotten
get got gotten
give gave given
go goes went gone
grow grew grown
have has had
hear heard
hide hid hidden
hold held
keep kept
know knew known
lay laid
lead led
leave left
lend lent
lose lost
make made
mean meant
meet met
pay paid
ride rode ridden
rise rose risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
shoot shot
show showed shown
sing sang sung
sink sank sunk
sit sat
sleep slept
speak spoke spoken
spend spent
stand stood
steal stole stolen
strike struck
swim swam swum
take took taken
teach taught
tell told
think thought
throw threw thrown
understand understood
wear wore worn
win won
write wrote written
man men
woman women
child children
foot feet
tooth teeth
mouse mice
person people
wife wives
die died dying death dead
high height
long length
wide width
deep depth
strong strength
born birth
one first
two twice
three third
four fourth
five fifth
six sixth
seven seventh
eight eighth
nine ninth
ten tenth
`;

/** Word to stem instead of each form. */
export const IRREGULAR_FORMS: ReadonlyMap<string, string> = new Map(
  FORMS.trim()
    .split('\n')
    .flatMap((line) => {
      const [word = '', ...forms] = line.split(' ');
      return forms.map((form): [string, string] => [form, word]);
    }),
);

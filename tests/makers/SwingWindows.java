import java.awt.*;
import java.util.Random;
import javax.swing.*;

/** Windows of an ordinary Swing program: {@code java SwingWindows.java NAME}. */
public final class SwingWindows {
    private static final Random LOT = new Random(3);

    public static void main(String[] arguments) {
        SwingUtilities.invokeLater(() -> {
            JFrame frame = new JFrame(arguments[0]);
            JMenuBar menu = new JMenuBar();
            for (String name : new String[] {"File", "Edit", "Tools"}) menu.add(new JMenu(name));
            frame.setJMenuBar(menu);
            frame.add(make(arguments[0]));
            frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
            frame.setSize(900, 640);
            frame.setLocation(100, 60);
            frame.setVisible(true);
        });
    }

    private static JComponent make(String name) {
        switch (name) {
            case "colour": return new JColorChooser(Color.ORANGE);
            case "keypad": return keypad();
            case "form": return form();
            default: return table();
        }
    }

    private static JComponent table() {
        Object[][] rows = new Object[30][8];
        for (Object[] row : rows) for (int col = 0; col < row.length; col++) row[col] = LOT.nextInt(10000);
        return new JScrollPane(new JTable(rows, new Object[] {"a", "b", "c", "d", "e", "f", "g", "h"}));
    }

    private static JComponent keypad() {
        JPanel panel = new JPanel(new GridLayout(5, 4, 6, 6));
        for (String key : "C ± % ÷ 7 8 9 × 4 5 6 − 1 2 3 + 0 . √ =".split(" ")) panel.add(new JButton(key));
        return panel;
    }

    private static JComponent form() {
        JPanel panel = new JPanel(new GridLayout(12, 2, 8, 8));
        for (int row = 0; row < 12; row++) {
            panel.add(new JLabel("Field " + row));
            JComponent[] fields = {new JTextField("text"), new JCheckBox("on"), new JSlider(), new JSpinner()};
            panel.add(fields[LOT.nextInt(fields.length)]);
        }
        return panel;
    }
}
